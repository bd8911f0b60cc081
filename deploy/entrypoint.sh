#!/bin/sh
# Start the server in a container, with what is secret from files: /run/secrets/signing_key and
# /run/secrets/database_password. Both may be given in the environment instead.
set -eu

secrets=${ALHAMBRA_SECRETS:-/run/secrets}
if [ -r "$secrets/signing_key" ]; then
    ALHAMBRA_SECRET_KEY=$(cat "$secrets/signing_key")
    export ALHAMBRA_SECRET_KEY
fi
if [ -r "$secrets/database_password" ]; then
    PGPASSWORD=$(cat "$secrets/database_password")
    export PGPASSWORD
fi
exec alhambra serve --host 0.0.0.0 --port 8000 --data /data "$@"
