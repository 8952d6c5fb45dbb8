#!/bin/sh
# Run once, on an empty volume: the API's own login, which may read what is served and nothing else (docs/security.md).
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$API_DATABASE_PASSWORD" --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" <<'SQL'
create role marches_api nologin;
create role api login password :'password' in role marches_api;
SQL
