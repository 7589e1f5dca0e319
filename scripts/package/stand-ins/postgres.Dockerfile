# Stands for pgvector/pgvector where no registry of images is reached: Debian's PostgreSQL and pgvector behind the same names.
FROM docker.io/library/debian:trixie-slim
RUN groupadd --system --gid 999 postgres \
 && useradd --system --uid 999 --gid 999 --home-dir /var/lib/postgresql postgres \
 && apt-get update -qq \
 && apt-get install -y -qq --no-install-recommends postgresql-17 postgresql-17-pgvector >/dev/null \
 && rm -rf /var/lib/apt/lists/* /var/lib/postgresql/17 \
 && mkdir -p /var/lib/postgresql/data /docker-entrypoint-initdb.d \
 && chown -R postgres:postgres /var/lib/postgresql /var/run/postgresql \
 && chmod 1777 /var/lib/postgresql/data \
 && chmod 3777 /var/run/postgresql
ENV PATH=/usr/lib/postgresql/17/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    PGDATA=/var/lib/postgresql/data
COPY postgres-entry.sh /usr/local/bin/docker-entrypoint.sh
VOLUME /var/lib/postgresql/data
STOPSIGNAL SIGINT
ENTRYPOINT ["sh", "/usr/local/bin/docker-entrypoint.sh"]
CMD ["postgres"]
