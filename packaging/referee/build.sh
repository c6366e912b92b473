#!/bin/sh
# SPDX-License-Identifier: MIT
# Writes the page that checks and records: build.sh MODULE VERSION CSS >referee.html.  Its boards are those of other pages,
# from src/formats/html, and have the style sheet CSS; the module and what drives it, packaging/npm/library.js, run in a worker.  Nothing of it is
# fetched from anywhere, and its policy forbids it.
set -eu

# Files without the line of their licence, which pages do not need.
own_lines() {
    sed '/SPDX-License-Identifier/d' "$@"
}

module=$1
version=$2
boards=$3
pages=src/formats/html
own=packaging/referee

style() {
    own_lines $pages/common.css $pages/page.css $own/referee.css
}

script() {
    own_lines $pages/page_*.js $pages/page.js $own/referee.js
}

policy() {
    sha256sum | awk -f $pages/policy.awk
}

cat <<END
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src '$(script | policy)' 'wasm-unsafe-eval'; worker-src blob:; style-src '$(style | policy)'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="catasta $version">
<title>Referee – catasta</title>
END
printf '<style>'
style
printf '</style>\n</head>\n<body>\n'
own_lines $own/referee.html
printf '<div id="view">\n'
own_lines $pages/page.html | grep -v '^<noscript>'
printf '</section>\n</div>\n'
printf '<script type="application/json" class="options">{"css":"%s"}</script>\n<script type="application/json" class="pieces">[]</script>\n' \
    "$(cat "$boards")"
# A game of each, to look at, under the title of its ruleset.
for folder in samples/*/; do
    for example in "${folder}annotated.sgn" "${folder}adjourned.sgn"; do
        name=$(sed -n 's/^\[Ruleset "\(.*\)"\]$/\1/p' "$example" 2>/dev/null | head -n 1)
        [ -f "rulesets/$name.yaml" ] || continue
        printf '<script type="text/plain" class="example" data-name="%s" data-title="%s">\n' "$name" \
            "$(sed -n 's/^title: *//p' "rulesets/$name.yaml" | tr -d '"')"
        cat "$example"
        printf '</script>\n'
        break
    done
done
printf '<script type="text/plain" id="worker">\n'
own_lines packaging/npm/library.js | sed 's/^export //'
own_lines $own/worker.js
printf '</script>\n<script type="text/plain" id="module">\n'
gzip -9 -n <"$module" | base64
printf '</script>\n<script>'
script
printf '</script>\n</body>\n</html>\n'
