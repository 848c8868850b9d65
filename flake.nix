{
  description = "Language server and command-line tool for five text formats of people and AI agents";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      forEach = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
      workspace = (builtins.fromTOML (builtins.readFile ./Cargo.toml)).workspace.package;
    in
    {
      packages = forEach (pkgs: {
        default = pkgs.rustPlatform.buildRustPackage {
          pname = "agmark";
          version = workspace.version;
          src = self;
          cargoLock.lockFile = ./Cargo.lock;
          cargoBuildFlags = [ "--package" "agmark" ];
          # The tests start editors and browsers.
          doCheck = false;
          nativeBuildInputs = [ pkgs.installShellFiles ];
          postInstall = ''
            for name in agd agdd aaf-lint markdownlang; do
              ln -s agmark $out/bin/$name
            done
            installShellCompletion --cmd agmark \
              --bash <($out/bin/agmark completions bash) \
              --fish <($out/bin/agmark completions fish) \
              --zsh <($out/bin/agmark completions zsh)
          '';
          meta = {
            description = "Language server and command-line tool for five text formats of people and AI agents";
            homepage = workspace.homepage;
            license = with pkgs.lib.licenses; [ mit asl20 ];
            mainProgram = "agmark";
          };
        };
      });

      devShells = forEach (pkgs: {
        default = pkgs.mkShell {
          packages = [ pkgs.cargo pkgs.clippy pkgs.rustfmt pkgs.cargo-nextest pkgs.nodejs pkgs.python3 ];
        };
      });
    };
}
