#!/bin/sh
# backup.sh DATABASE_URL FILE: copy the database of a running server into a new file.
# For PostgreSQL pg_dump has to be installed, not older than the server. Passwords: ~/.pgpass or PGPASSWORD.
set -eu
umask 077

if [ $# != 2 ]; then
    echo "usage: backup.sh DATABASE_URL FILE" >&2
    exit 2
fi
url=$1 file=$2
if [ -e "$file" ]; then
    echo "backup.sh: $file exists already" >&2
    exit 1
fi
trap 'rm -f "$file.part"' EXIT
case $url in
postgres://* | postgresql://*)
    pg_dump --format=custom --no-owner --no-acl --file="$file.part" --dbname="$url"
    pg_restore --list "$file.part" >/dev/null
    ;;
sqlite:///*)
    python3 - "${url#sqlite:///}" "$file.part" <<'END'
import sqlite3, sys
source = sqlite3.connect(f"file:{sys.argv[1]}?mode=rw", uri=True)
copy = sqlite3.connect(sys.argv[2])
source.backup(copy)
assert copy.execute("PRAGMA quick_check").fetchone() == ("ok",), "the copy is damaged"
END
    ;;
*)
    echo "backup.sh: not the address of a database: ${url%%:*}" >&2
    exit 2
    ;;
esac
mv "$file.part" "$file"
