# `scripts/image` (or `make image`) builds four images from this file. See docs/guide/images.md.
#   --target stage     image of a stage pod: Node.js, the stages, fonts, picture libraries and the network of cut-outs, which
#                      `scripts/image` downloads into cutout/; no shell
#   --target film      image of the video stage: the stage image, the video encoder and the voice, which
#                      `scripts/image` downloads into voices/ (film-without-voice: the same without the voice)
#   --target browser   image of the browser that paints pages: Debian's headless Chromium, no Node.js, no shell
#   --target service   image of api, controller, admin, commands and `adwright local`: the stage image, the rest, and a shell
ARG NODE_IMAGE=node:24-bookworm-slim
# Mirror of Debian's archives `debian` and `debian-security`, such as http://mirror.example.com. Default: those of NODE_IMAGE.
ARG DEBIAN_MIRROR=

FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
COPY tsconfig.json tsconfig.build.json ./
COPY src src
COPY scripts/dist-package.ts scripts/
RUN node_modules/.bin/tsc -p tsconfig.build.json --sourceMap false && node scripts/dist-package.ts
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
ARG DEBIAN_MIRROR
COPY scripts/image-program scripts/image-root scripts/image-packages /build/scripts/
RUN /build/scripts/image-packages ffmpeg espeak-ng
RUN /build/scripts/image-program /out /usr/bin/ffmpeg /usr/bin/espeak-ng && /build/scripts/image-root /out espeak-ng-data

# The browser, and the program that starts it for each connection. Chromium is updated several times a month, so a new
# day installs it again.
FROM ${NODE_IMAGE} AS chromium
ARG DEBIAN_MIRROR
COPY scripts/image-program scripts/image-root scripts/image-packages /build/scripts/
RUN /build/scripts/image-packages gcc libc6-dev
COPY scripts/browser-door/browser-door.c /build/
RUN gcc -O2 -Wall -Wextra -Werror -static -o /build/browser-door /build/browser-door.c
ARG BROWSER_DAY
RUN /build/scripts/image-packages --from-security chromium-headless-shell
RUN cd /usr/lib/chromium \
 && /build/scripts/image-root /out base-files fontconfig-config fonts-dejavu-core && cp -a /etc/fonts /out/etc/ \
 && /build/scripts/image-program /out /usr/lib/chromium/chromium-headless-shell \
 && install -m 644 -t /out/usr/lib/chromium icudtl.dat v8_context_snapshot.bin headless_*.pak libvk_swiftshader.so vk_swiftshader_icd.json libvulkan.so.1 \
 && dpkg-query --status chromium-common >/out/var/lib/dpkg/status.d/chromium-common && cp --parents /usr/share/doc/chromium-common/copyright /out/ \
 && install -D /build/browser-door /out/usr/local/bin/browser-door

FROM scratch AS browser
COPY --from=chromium /out/ /
USER 65532:65532
ENTRYPOINT ["/usr/local/bin/browser-door", "/usr/lib/chromium/chromium-headless-shell"]
LABEL org.opencontainers.image.title="adwright-browser" \
      org.opencontainers.image.description="The browser that paints pages for Adwright" \
      org.opencontainers.image.licenses="Apache-2.0 AND BSD-3-Clause AND LGPL-2.1-or-later"

FROM scratch AS pictures
COPY --from=build /out/root/stage/ /
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /app/ /app/
COPY cutout/ /opt/adwright/cutout/
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
EXPOSE 8080 8081 9090
CMD ["--help"]
LABEL org.opencontainers.image.title="adwright" \
      org.opencontainers.image.description="Brand-aligned image and video ads, made asynchronously on Kubernetes" \
      org.opencontainers.image.licenses="Apache-2.0"
