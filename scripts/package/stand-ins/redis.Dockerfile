# Stands for redis:8 where no registry of images is reached: Debian's Redis 8 behind the same names.
FROM docker.io/library/debian:trixie-slim
RUN groupadd --system --gid 1000 redis \
 && useradd --system --uid 999 --gid redis --home-dir /data redis \
 && apt-get update -qq \
 && apt-get install -y -qq --no-install-recommends redis-server >/dev/null \
 && rm -rf /var/lib/apt/lists/* \
 && mkdir -p /data && chown redis:redis /data
WORKDIR /data
VOLUME /data
CMD ["redis-server", "--protected-mode", "no"]
