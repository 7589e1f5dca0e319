# What of the real image's entry point compose.yaml relies on: an empty folder becomes a database with an owner and a password.
set -e
if [ ! -s "$PGDATA/PG_VERSION" ]; then
	pw=$(mktemp)
	printf '%s' "${POSTGRES_PASSWORD:?}" >"$pw"
	initdb -D "$PGDATA" --encoding=UTF8 --locale=C.UTF-8 --username="$POSTGRES_USER" --pwfile="$pw" --auth-local=trust --auth-host=scram-sha-256 >/dev/null
	rm "$pw"
	echo "host all all all scram-sha-256" >>"$PGDATA/pg_hba.conf"
	pg_ctl -D "$PGDATA" -o "-c listen_addresses=''" -w start >/dev/null
	psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres -c "create database \"$POSTGRES_DB\"" >/dev/null
	pg_ctl -D "$PGDATA" -m fast -w stop >/dev/null
fi
# The real image's server listens on every address.
exec "$@" -c listen_addresses='*'
