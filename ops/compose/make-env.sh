#!/bin/sh
# sh ops/compose/make-env.sh support.example.com: writes .env for compose.yaml with new random secrets.
set -eu

domain=${1:-}
file=$(dirname "$0")/../../.env
case $domain in
"" | *[!A-Za-z0-9.-]*)
	echo "Usage: sh ops/compose/make-env.sh DOMAIN (for example support.example.com, or localhost for a test)" >&2
	exit 2
	;;
esac
if [ -e "$file" ]; then
	echo ".env already exists and was not changed. The databases use its passwords, so edit it by hand." >&2
	exit 1
fi

secret() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }

umask 077
# Renamed at the end, so that .env is never incomplete.
cat >"$file.new" <<END
# For compose.yaml. Keep a copy in a safe place: you need it to restore a database backup.
PARLEY_DOMAIN=$domain
POSTGRES_PASSWORD=$(secret)
PARLEY_DB_PASSWORD=$(secret)
REDIS_PASSWORD=$(secret)
# The first secret signs; all are accepted. To rotate, put a new one in front.
SESSION_SECRETS=first:$(secret)

# Add any setting from docs/guide/configuration.md, for example:
# MODEL_PROVIDER=openai
# OPENAI_API_KEY=
# SMTP_URL=smtps://user:password@mail.example.com
# MAIL_FROM=support@example.com
END
mv "$file.new" "$file"
echo "Wrote .env. Next: docker compose up -d"
