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
    if [ -e "$target" ]; then
        echo "restore.sh: $target exists already" >&2
        exit 1
    fi
    cp "$file" "$target"
    ;;
*)
    echo "restore.sh: not the address of a database: ${url%%:*}" >&2
    exit 2
    ;;
esac
