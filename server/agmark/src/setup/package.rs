//! The package for VS Code (a VSIX), from the files in the program.

use super::archive::Archive;
use super::files::VSCODE;
use super::folders::Folders;

/// The content types of the files.
const TYPES: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension=".cjs" ContentType="application/node"/><Default Extension=".css" ContentType="text/css"/><Default Extension=".json" ContentType="application/json"/><Default Extension=".md" ContentType="text/markdown"/><Default Extension=".png" ContentType="image/png"/><Default Extension=".svg" ContentType="image/svg+xml"/><Default Extension=".txt" ContentType="text/plain"/><Default Extension=".vsixmanifest" ContentType="text/xml"/></Types>
"#;

/// The name of the file that names the program.
const PROGRAM: &str = "extension/server/program.txt";

/// The package, whose extension starts the running program. Its bytes depend only on the program and its path.
pub fn bytes(folders: &Folders) -> Vec<u8> {
    let mut archive = Archive::default();
    archive.add("extension.vsixmanifest", manifest().as_bytes());
    archive.add("[Content_Types].xml", TYPES.as_bytes());
    for file in VSCODE {
        archive.add(&format!("extension/{}", packed(file.name)), file.bytes());
    }
    archive.add(PROGRAM, format!("{}\n", folders.program.display()).as_bytes());
    archive.finish()
}

/// The names that editors look for; the same ones as in a package of `npm run package`.
fn packed(name: &str) -> &str {
    match name {
        "README.md" => "readme.md",
        "LICENSE" => "LICENSE.txt",
        "src/contributions.json" => "out/contributions.json",
        name => name,
    }
}

/// What editors read of a package before they install it.
fn manifest() -> String {
    let package = VSCODE.iter().find(|file| file.name == "package.json");
    let package: serde_json::Value =
        package.and_then(|file| serde_json::from_slice(file.bytes()).ok()).unwrap_or_default();
    let word =
        |pointer: &str| escaped(package.pointer(pointer).and_then(|one| one.as_str()).unwrap_or_default());
    let list = |pointer: &str| {
        let all = package.pointer(pointer).and_then(|one| one.as_array()).into_iter().flatten();
        escaped(&all.filter_map(|one| one.as_str()).collect::<Vec<_>>().join(","))
    };
    let (name, publisher, version) = (word("/name"), word("/publisher"), word("/version"));
    let (title, about, engine) = (word("/displayName"), word("/description"), word("/engines/vscode"));
    let (tags, categories, kind) = (list("/keywords"), list("/categories"), list("/extensionKind"));
    format!(
        r#"<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
<Metadata>
<Identity Language="en-US" Id="{name}" Version="{version}" Publisher="{publisher}"/>
<DisplayName>{title}</DisplayName>
<Description xml:space="preserve">{about}</Description>
<Tags>{tags}</Tags>
<Categories>{categories}</Categories>
<GalleryFlags>Public</GalleryFlags>
<Properties>
<Property Id="Microsoft.VisualStudio.Code.Engine" Value="{engine}"/>
<Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="{kind}"/>
</Properties>
<License>extension/LICENSE.txt</License>
<Icon>extension/icons/agmark.png</Icon>
</Metadata>
<Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
<Dependencies/>
<Assets>
<Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
<Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/readme.md" Addressable="true"/>
<Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
<Asset Type="Microsoft.VisualStudio.Services.Icons.Default" Path="extension/icons/agmark.png" Addressable="true"/>
</Assets>
</PackageManifest>
"#
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manifest_says_what_the_package_says() {
        let text = manifest();
        for part in [
            "Id=\"agmark\" Version=\"0.1.0\" Publisher=\"agmark\"",
            "Value=\"^1.90.0\"",
            "<Categories>Programming Languages,Linters,Formatters,Snippets</Categories>",
        ] {
            assert!(text.contains(part), "{part} is not in:\n{text}");
        }
    }

    #[test]
    fn every_file_has_a_type() {
        for file in VSCODE {
            let name = packed(file.name);
            let ending = name.rsplit_once('.').map(|(_, ending)| ending).unwrap_or_default();
            assert!(TYPES.contains(&format!("Extension=\".{ending}\"")), "{name} has no type");
        }
    }
}
