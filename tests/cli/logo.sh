#!/bin/bash
# The logo of a site: --logo FILE.
. tests/lib.sh

make_logo() { # FILE WIDTH HEIGHT [COLOUR]
    need python3
    python3 - "$@" << 'END'
import struct, sys, zlib
path, width, height = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
colour = bytes.fromhex(sys.argv[4] if len(sys.argv) > 4 else "0060a0")
def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
rows = (b"\0" + colour * width) * height
with open(path, "wb") as file:
    file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) +
               chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
END
}

logo_report() { # [OPTION|INPUT]…
    report --only none "$@" "$examples/archive-12-nodes"
    expect_status 0
}

manifest_logo() {
    python3 -c 'import json, sys; print(json.load(open(sys.argv[1])).get("logo"))' "$report/data/manifest.json"
}

expect_logo() { # FILE
    cmp "$1" "$report/assets/logo.png" || fail 'another logo'
    [ "$(manifest_logo)" = assets/logo.png ] || fail "manifest: $(manifest_logo)"
    expect_text "$report/data/manifest.json" '"assets/logo.png",?$'
}

expect_no_logo() {
    expect_absent "$report/assets/logo.png"
    [ "$(manifest_logo)" = None ] || fail "manifest: $(manifest_logo)"
    expect_no_text "$report/index.html" 'logo'
}

test_pages_show_the_logo() {
    local page
    make_logo "$scratch/logo.png" 600 80
    logo_report --logo "$scratch/logo.png" --format html
    expect_silence "$err"
    expect_logo "$scratch/logo.png"
    for page in "$report"/*.html; do
        expect_text "$page" '<img class="logo" src="assets/logo.png" alt="Logo" width="160" height="21">'
        expect_text "$page" "Content-Security-Policy.* img-src 'self';"
    done
    make_logo "$scratch/small.png" 24 20
    logo_report --logo "$scratch/small.png" --format html --label '"<b>&'
    expect_text "$report/index.html" 'alt="&quot;&lt;b&gt;&amp;" width="24" height="20">'
    logo_report --format html
    expect_no_logo
}

# 120 points are 1/0.6 inches: 600 pixels there are 360 an inch. A large one is reduced to 600 an inch.
test_the_first_sheet_shows_the_logo() {
    need pdfimages pdftotext
    make_logo "$scratch/logo.png" 600 80
    logo_report --format pdf
    pdfimages -list -l 1 "$report"/*.pdf > "$scratch/none"
    expect_no_text "$scratch/none" ' image '
    pdftotext -layout "$report"/*.pdf "$scratch/text_none"
    logo_report --logo "$scratch/logo.png" --format pdf
    expect_logo "$scratch/logo.png"
    pdfimages -list "$report"/*.pdf > "$scratch/images"
    [ "$(grep -c ' image .* 600 *80 .* 360 *360 ' "$scratch/images")" = 1 ] || fail "$(cat "$scratch/images")"
    pdftotext -layout "$report"/*.pdf "$scratch/text"
    expect_same "$scratch/text_none" "$scratch/text"
    make_logo "$scratch/large.png" 2000 2000
    logo_report --logo "$scratch/large.png" --format pdf
    pdfimages -list -l 1 "$report"/*.pdf > "$scratch/images"
    expect_text "$scratch/images" ' image .* 250 *250 .* 600 *600 '
}

test_drawing_again_keeps_the_logo_or_takes_another() {
    make_logo "$scratch/logo.png" 60 20
    make_logo "$scratch/other.png" 60 20 a00000
    logo_report --logo "$scratch/logo.png"
    cp -a "$report" "$scratch/former"
    mv "$scratch/logo.png" "$scratch/gone.png"
    run "$JOBREPORT" replot "$report"
    expect_status 0
    expect_same "$scratch/former" "$report"
    run "$JOBREPORT" replot -o "$scratch/second" "$report"
    expect_status 0
    cmp "$scratch/gone.png" "$scratch/second/assets/logo.png" || fail 'not in another place'
    run "$JOBREPORT" replot --logo "$scratch/other.png" "$report"
    expect_status 0
    expect_logo "$scratch/other.png"
    run "$JOBREPORT" replot --logo '' "$report"
    expect_status 0
    expect_no_logo
}

test_what_is_no_logo_is_refused_before_anything_is_read() {
    local file
    make_former
    make_logo "$scratch/cut.png" 60 20
    truncate -s -20 "$scratch/cut.png"
    make_logo "$scratch/huge.png" 3000 2000
    make_logo "$scratch/bytes.png" 60 20
    truncate -s 1048577 "$scratch/bytes.png"
    echo '<svg xmlns="http://www.w3.org/2000/svg"/>' > "$scratch/drawing.svg"
    : > "$scratch/empty.png"
    mkfifo "$scratch/pipe.png"
    mkdir "$scratch/directory.png"
    for file in 'cut.png: the image is damaged or incomplete' \
        'huge.png: the image has 3000 × 2000 pixels (at most 4 million in all, and 10000 a side)' \
        'bytes.png is larger than 1048576 bytes' 'drawing.svg: the image is not a PNG' \
        'empty.png: the image is not a PNG' 'pipe.png is not a regular file' 'directory.png is not a regular file' \
        'absent.png: No such file or directory'; do
        run timeout 20 "$JOBREPORT" --logo "$scratch/${file%%[: ]*}" -o "$report" "$scratch/no-input"
        expect_status 2
        grep -qF -- "$scratch/$file" "$err" || fail "$file: $(cat "$err")"
        expect_error '^jobreport: --logo: '
        run timeout 20 "$JOBREPORT" replot --logo "$scratch/${file%%[: ]*}" "$report"
        expect_status 2
    done
    expect_former
}

# A report may come from anyone.
test_the_logo_of_a_hostile_report_is_refused() {
    make_logo "$scratch/logo.png" 60 20
    make_logo "$scratch/secret.png" 50 20
    logo_report --logo "$scratch/logo.png" --format html
    cp -a "$report" "$scratch/kept"
    ln -sf "$scratch/secret.png" "$report/assets/logo.png"
    run "$JOBREPORT" replot "$report"
    expect_status 3
    expect_error 'report/assets/logo.png \(give another with --logo\): not a regular file$'
    rm "$report/assets/logo.png"
    mkfifo "$report/assets/logo.png"
    run timeout 20 "$JOBREPORT" replot "$report"
    expect_status 3
    rm "$report/assets/logo.png"
    run "$JOBREPORT" replot "$report"
    expect_status 3
    expect_error 'logo.png \(give another with --logo\): cannot be read: No such file'
    make_logo "$report/assets/logo.png" 3000 2000
    run "$JOBREPORT" replot "$report"
    expect_status 3
    run "$JOBREPORT" replot --logo "$scratch/logo.png" "$report"
    expect_status 0
    expect_same "$scratch/kept" "$report"
    sed -i 's|"logo": "assets/logo.png"|"logo": "../secret.png"|' "$report/data/manifest.json"
    run "$JOBREPORT" replot "$report"
    expect_status 3
    expect_error 'data/manifest.json: "logo" must be "assets/logo.png"$'
}

test_a_site_sets_a_logo_beside_its_config_file() {
    mkdir "$scratch/etc" "$scratch/in"
    make_logo "$scratch/etc/site.png" 60 20
    make_logo "$scratch/in/evil.png" 60 20 a00000
    echo '{"logo": "site.png"}' > "$scratch/etc/jobreport.json"
    export JOBREPORT_SITE_CONFIG=$scratch/etc/jobreport.json
    logo_report --format html
    expect_logo "$scratch/etc/site.png"
    logo_report --format html --logo ''
    expect_no_logo
    run "$JOBREPORT" replot "$report"
    expect_status 0
    expect_no_logo
    cp -r "$examples/archive-12-nodes/." "$scratch/in"
    echo '{"logo": "evil.png"}' > "$scratch/in/jobreport.json"
    report --only none --format html "$scratch/in"
    expect_error 'in/jobreport.json: ignored "logo"'
    expect_logo "$scratch/etc/site.png"
    rm "$scratch/etc/site.png"
    run "$JOBREPORT" -o "$scratch/none" "$examples/archive-12-nodes"
    expect_status 2
    expect_error 'etc/jobreport.json:1: --logo: cannot open .*etc/site.png: No such file'
    expect_absent "$scratch/none"
    run "$JOBREPORT" show "$examples/archive-12-nodes"
    expect_status 0
}

test_publishing_takes_the_logo_along() {
    make_logo "$scratch/logo.png" 60 20
    logo_report --logo "$scratch/logo.png" --format html --job-id 7
    run "$JOBREPORT" publish "$report" "$scratch/web"
    expect_status 0
    cmp "$scratch/logo.png" "$scratch/web/7/assets/logo.png" || fail 'not published'
    logo_report --format html --job-id 7
    run "$JOBREPORT" publish "$report" "$scratch/web"
    expect_status 0
    expect_absent "$scratch/web/7/assets/logo.png"
}

run_tests
