# A small image with the program: docker run --rm -v "$PWD:/work" agmark check
FROM rust:1.95-bookworm AS build
WORKDIR /source
COPY . .
RUN cargo build --release --locked --package agmark

FROM debian:bookworm-slim
LABEL org.opencontainers.image.title="agmark" \
      org.opencontainers.image.licenses="MIT OR Apache-2.0"
COPY --from=build /source/target/release/agmark /usr/local/bin/agmark
RUN for name in agd agdd aaf-lint markdownlang; do ln -s agmark "/usr/local/bin/$name"; done \
    && useradd --uid 1000 --create-home agmark
USER 1000
WORKDIR /work
ENTRYPOINT ["agmark"]
CMD ["--help"]
