#!/bin/sh
# restore.sh FILE DATABASE_URL: put a backup into an empty PostgreSQL database, or a new SQLite file.
# Stop the server before, and start it afterwards.
set -eu
umask 077

if [ $# != 2 ]; then
    echo "usage: restore.sh FILE DATABASE_URL" >&2
    exit 2
fi
file=$1 url=$2
case $url in
postgres://* | postgresql://*)
    pg_restore --exit-on-error --single-transaction --no-owner --no-acl --dbname="$url" "$file"
    ;;
sqlite:///*)
    target=${url#sqlite:///}
    for each in "$target" "$target-wal" "$target-journal"; do # SQLite would add those to the backup
        if [ -e "$each" ]; then
            echo "restore.sh: $each exists already" >&2
            exit 1
        fi
    done
    cp "$file" "$target"
    ;;
*)
    echo "restore.sh: not the address of a database: ${url%%:*}" >&2
    exit 2
    ;;
esac
