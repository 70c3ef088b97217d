# The build context is an unpacked tarball, see docs/install.md:
#
#   ./crawlsieve package
#   docker build -t crawlsieve:0.1.0 target/packages/image
FROM eclipse-temurin:17-jre
# RocksDB comes with its own native library; it needs libstdc++, which the base image has.
# The folder of the state, by its name here and by the default of state.dir.
RUN useradd --uid 10001 --home-dir /var/lib/crawlsieve --no-create-home --shell /usr/sbin/nologin crawlsieve \
    && mkdir -p /var/lib/crawlsieve/state \
    && ln -s state /var/lib/crawlsieve/crawlsieve-state \
    && chown -R 10001:10001 /var/lib/crawlsieve
COPY lib /opt/crawlsieve/lib
COPY bin /opt/crawlsieve/bin
COPY licenses /opt/crawlsieve/licenses
COPY crawlsieve.jar LICENSE bom.json /opt/crawlsieve/
USER 10001
WORKDIR /var/lib/crawlsieve
VOLUME /var/lib/crawlsieve/state
ENV JAVA_TOOL_OPTIONS="-XX:MaxRAMPercentage=50 -XX:+ExitOnOutOfMemoryError"
ENTRYPOINT ["/opt/crawlsieve/bin/crawlsieve"]
CMD ["--help"]
