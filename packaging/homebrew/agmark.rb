class Agmark < Formula
  desc "Language server and checker for five text formats of people and AI agents"
  homepage "@HOMEPAGE@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "@DOWNLOADS@/agmark-@VERSION@-aarch64-apple-darwin.tar.xz"
      sha256 "@SHA256 agmark-@VERSION@-aarch64-apple-darwin.tar.xz@"
    end
    on_intel do
      url "@DOWNLOADS@/agmark-@VERSION@-x86_64-apple-darwin.tar.xz"
      sha256 "@SHA256 agmark-@VERSION@-x86_64-apple-darwin.tar.xz@"
    end
  end

  on_linux do
    on_arm do
      url "@DOWNLOADS@/agmark-@VERSION@-aarch64-unknown-linux-musl.tar.xz"
      sha256 "@SHA256 agmark-@VERSION@-aarch64-unknown-linux-musl.tar.xz@"
    end
    on_intel do
      url "@DOWNLOADS@/agmark-@VERSION@-x86_64-unknown-linux-musl.tar.xz"
      sha256 "@SHA256 agmark-@VERSION@-x86_64-unknown-linux-musl.tar.xz@"
    end
  end

  def install
    bin.install "agmark"
    %w[agd agdd aaf-lint markdownlang].each { |name| bin.install_symlink "agmark" => name }
    bash_completion.install "completions/bash/agmark"
    zsh_completion.install "completions/zsh/_agmark"
    fish_completion.install "completions/fish/agmark.fish"
    man1.install Dir["man/*.1"]
  end

  test do
    (testpath/"notes.agd").write "@h1 Notes [#notes]\n"
    assert_match "1 file checked", shell_output("#{bin}/agmark check notes.agd 2>&1")
    assert_match version.to_s, shell_output("#{bin}/agmark --version")
  end
end
