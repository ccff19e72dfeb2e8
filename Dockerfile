# `scripts/image` (or `make image`) builds three images from this file. See docs/guide/images.md.
#   --target stage     image of a stage pod: Node.js, the stages, fonts and picture libraries, no shell
#   --target film      image of the video stage: the stage image, the video encoder and the voice, which
#                      `scripts/image` downloads into voices/ (film-without-voice: the same without the voice)
#   --target service   image of api, controller, commands and `adwright local`: the stage image, the rest, and a shell
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
COPY tsconfig.json tsconfig.build.json ./
COPY src src
RUN node_modules/.bin/tsc -p tsconfig.build.json --sourceMap false
COPY LICENSE ./
COPY docs/reference/openapi.json docs/reference/
COPY scripts/image-files.ts scripts/image-warm.ts scripts/image-root ./scripts/
COPY scripts/image-files scripts/image-files
RUN node --disable-warning=ExperimentalWarning scripts/image-files.ts /out
RUN scripts/image-root /out/root/stage libc6 libgcc-s1 libstdc++6 gcc-12-base base-files \
 && scripts/image-root /out/root/service dash coreutils grep sed tar libacl1 libattr1 libgmp10 libpcre2-8-0 libselinux1
# The compile cache depends on the user and the path at run time, and is then made read-only.
RUN cp -a /out/stage /app && mkdir /app/compiled && chown 1000:1000 /app/compiled
USER 1000:1000
RUN NODE_COMPILE_CACHE=/app/compiled node /build/scripts/image-warm.ts /app/dist
USER 0:0
RUN chown -R 0:0 /app/compiled && chmod -R a+rX,go-w /app/compiled

# Programs of the video stage. They run as processes of their own, for they are GPL.
FROM ${NODE_IMAGE} AS programs
COPY scripts/image-program scripts/image-root /build/scripts/
RUN apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends ffmpeg espeak-ng >/dev/null
RUN /build/scripts/image-program /out /usr/bin/ffmpeg /usr/bin/espeak-ng && /build/scripts/image-root /out espeak-ng-data

FROM scratch AS pictures
COPY --from=build /out/root/stage/ /
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /app/ /app/
WORKDIR /app
USER 1000:1000
ENV PATH=/usr/local/bin:/usr/bin:/bin \
    NODE_ENV=production \
    NODE_COMPILE_CACHE=/app/compiled \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=1048576
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning", "/app/dist/main.js"]

FROM pictures AS stage
CMD ["stage"]
LABEL org.opencontainers.image.title="adwright-stage" \
      org.opencontainers.image.description="One stage of an Adwright ad" \
      org.opencontainers.image.licenses="Apache-2.0"

FROM stage AS film-without-voice
COPY --from=programs /out/ /
COPY --from=build /out/film/ /app/
LABEL org.opencontainers.image.title="adwright-film" \
      org.opencontainers.image.description="The video stage of Adwright, with encoder and voice" \
      org.opencontainers.image.licenses="Apache-2.0 AND GPL-3.0-or-later"

FROM film-without-voice AS film
COPY voices/ /opt/adwright/voices/

FROM pictures AS service
COPY --from=build /out/root/service/ /
COPY --from=build /out/service/ /app/
COPY --from=build /out/command/ /usr/local/bin/
COPY --from=build --chown=1000:1000 /out/data/ /data/
EXPOSE 8080 9090
CMD ["--help"]
LABEL org.opencontainers.image.title="adwright" \
      org.opencontainers.image.description="Brand-aligned image and video ads, made asynchronously on Kubernetes" \
      org.opencontainers.image.licenses="Apache-2.0"
