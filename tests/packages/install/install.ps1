# Installs agmark for the user who runs this, or removes it:
#
#     powershell -ExecutionPolicy Bypass -File install.ps1 [-Folder FOLDER] [-Version VERSION] [-NoPath]
#     powershell -ExecutionPolicy Bypass -File install.ps1 [-Folder FOLDER] -Remove
#
# The folder is %LOCALAPPDATA%\Programs\agmark if none is named; it is added to the user's Path, unless -NoPath is given.
# In an unpacked archive, this installs what lies beside it. Alone, it first downloads the archive and checks its SHA-256.
param(
    [string] $Folder = (Join-Path $env:LOCALAPPDATA 'Programs\agmark'),
    [string] $Version = '@VERSION@',
    [switch] $NoPath,
    [switch] $Remove
)
Set-StrictMode -Version 2
$ErrorActionPreference = 'Stop'

$url = if ($env:AGMARK_DOWNLOADS) { $env:AGMARK_DOWNLOADS } else { '@DOWNLOADS@' }
$names = 'agd', 'agdd', 'aaf-lint', 'markdownlang'
$texts = 'LICENSE-MIT', 'LICENSE-APACHE', 'THIRD-PARTY.txt', 'agmark.vsix', 'install.ps1'

# Adds the folder to the user's Path, or takes it out. Variables in the Path stay as they are.
function Set-UserPath([bool] $present) {
    $key = [Microsoft.Win32.Registry]::CurrentUser.OpenSubKey('Environment', $true)
    $old = [string] $key.GetValue('Path', '', 'DoNotExpandEnvironmentNames')
    $parts = @($old -split ';' | Where-Object { $_ -and $_.TrimEnd('\') -ne $Folder.TrimEnd('\') })
    if ($present) { $parts += $Folder }
    $new = $parts -join ';'
    if ($new -ne $old) {
        $key.SetValue('Path', $new, 'ExpandString')
        # A change by this function tells running programs about it.
        [Environment]::SetEnvironmentVariable('AGMARK_INSTALLED', $null, 'User')
    }
    $key.Close()
}

if ($Remove) {
    if (-not (Test-Path (Join-Path $Folder 'agmark.exe'))) { throw "agmark is not in $Folder" }
    $files = @('agmark.exe') + ($names | ForEach-Object { "$_.exe" }) + $texts + @('agmark.ps1')
    foreach ($file in $files) { Remove-Item -Force -ErrorAction SilentlyContinue (Join-Path $Folder $file) }
    if (-not (Get-ChildItem -Force $Folder)) { Remove-Item -Force $Folder }
    if (-not $NoPath) { Set-UserPath $false }
    Write-Output "agmark is removed from $Folder"
    exit 0
}

$source = $PSScriptRoot
$scratch = $null
if (-not $source -or -not (Test-Path (Join-Path $source 'agmark.exe'))) {
    $archive = "agmark-$Version-x86_64-pc-windows-gnu"
    $scratch = Join-Path ([IO.Path]::GetTempPath()) ([Guid]::NewGuid())
    New-Item -ItemType Directory $scratch | Out-Null
    Invoke-WebRequest -UseBasicParsing "$url/$archive.zip" -OutFile "$scratch\$archive.zip"
    Invoke-WebRequest -UseBasicParsing "$url/SHA256SUMS" -OutFile "$scratch\SHA256SUMS"
    $sum = (Get-FileHash -Algorithm SHA256 "$scratch\$archive.zip").Hash.ToLower()
    if (-not (Select-String -SimpleMatch -Quiet "$sum  $archive.zip" "$scratch\SHA256SUMS")) {
        throw "$archive.zip has not the SHA-256 that SHA256SUMS names: download it again"
    }
    Expand-Archive "$scratch\$archive.zip" $scratch
    $source = Join-Path $scratch $archive
}
try {
    New-Item -ItemType Directory -Force $Folder | Out-Null
    if ((Resolve-Path $source).Path.TrimEnd('\') -ne (Resolve-Path $Folder).Path.TrimEnd('\')) {
        $program = Join-Path $Folder 'agmark.exe'
        # A program that runs cannot be overwritten, but it can be renamed.
        if (Test-Path $program) {
            Remove-Item -Force -ErrorAction SilentlyContinue "$program.old"
            Move-Item -Force $program "$program.old"
        }
        Copy-Item (Join-Path $source 'agmark.exe') $program
        foreach ($text in $texts) { Copy-Item -Force (Join-Path $source $text) $Folder }
        Copy-Item -Force (Join-Path $source 'completions\powershell\agmark.ps1') $Folder
        Remove-Item -Force -ErrorAction SilentlyContinue "$program.old"
    }
    foreach ($name in $names) {
        $link = Join-Path $Folder "$name.exe"
        Remove-Item -Force -ErrorAction SilentlyContinue $link
        New-Item -ItemType HardLink -Path $link -Value (Join-Path $Folder 'agmark.exe') | Out-Null
    }
} finally {
    if ($scratch) { Remove-Item -Recurse -Force $scratch }
}
if (-not $NoPath) { Set-UserPath $true }
Write-Output "$(& (Join-Path $Folder 'agmark.exe') --version) is in $Folder"
Write-Output "In a new terminal: agmark setup EDITOR. To remove: install.ps1 -Remove"
