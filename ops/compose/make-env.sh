#!/bin/sh
# sh ops/compose/make-env.sh support.example.com: writes .env for compose.yaml, with secrets that nobody else has.
set -eu

domain=${1:-}
file=$(dirname "$0")/../../.env
case $domain in
"" | *[!A-Za-z0-9.-]*)
	echo "Usage: sh ops/compose/make-env.sh DOMAIN (such as support.example.com, or localhost for a trial)" >&2
	exit 2
	;;
esac
if [ -e "$file" ]; then
	echo ".env is there already and stays as it is. The databases know its passwords: change it by hand." >&2
	exit 1
fi

secret() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }

umask 077
# Under its name only when it is whole.
cat >"$file.new" <<END
# For compose.yaml. Keep a copy in a safe place: a backup of the database is of little use without it.
PARLEY_DOMAIN=$domain
POSTGRES_PASSWORD=$(secret)
PARLEY_DB_PASSWORD=$(secret)
REDIS_PASSWORD=$(secret)
# The first signs, all are accepted: put a new one in front to change it.
SESSION_SECRETS=first:$(secret)

# Every setting of docs/guide/configuration.md can stand here, for example:
# MODEL_PROVIDER=openai
# OPENAI_API_KEY=
# SMTP_URL=smtps://user:password@mail.example.com
# MAIL_FROM=support@example.com
END
mv "$file.new" "$file"
echo "Wrote .env. Next: docker compose up -d"
