"""Reads a message as strictly as Python can, and prints what is in it.

    check_mail.py FILE|-mbox FILE

A line for each header, then one for each part: its type, its bytes, its name. Ends with 1 where
something is not as a message has to be."""
import email
import email.policy
import email.utils
import mailbox
import re
import sys


def check_lines(raw):
    raw.decode("ascii")
    assert b"\r" not in raw and raw.endswith(b"\n")
    for line in raw.split(b"\n"):
        assert len(line) <= 76, line
        assert line != b"." and not line.startswith(b"From "), line


def check_parts(message):
    kinds = [part.get_content_type() for part in message.walk()]
    assert kinds[:5] == ["multipart/mixed", "multipart/alternative", "text/plain",
                         "multipart/related", "text/html"], kinds
    assert set(kinds[5:]) <= {"image/png", "application/pdf"}, kinds
    html = message.get_body(("html",)).get_content()
    ids = [part["Content-ID"][1:-1] for part in message.walk() if part["Content-ID"]]
    assert sorted(re.findall(r'src="cid:([^"]*)"', html)) == sorted(ids), ids
    assert not re.search(r'<(script|link|style)|<[^>]*(url\(|(src|href)="(?!cid:))', html)
    for part in message.walk():
        assert not part.defects, part.defects
        content = part.get_payload(decode=True) or b""
        if part.get_content_type() == "image/png":
            assert content.startswith(b"\x89PNG\r\n\x1a\n") and content.endswith(b"IEND\xaeB`\x82")
            assert part.get_content_disposition() == "inline"
        if part.get_content_type() == "application/pdf":
            assert content.startswith(b"%PDF-") and b"%%EOF" in content[-32:]
            assert part.get_content_disposition() == "attachment"


def main():
    raw = open(sys.argv[-1], "rb").read()
    if sys.argv[1] == "-mbox":
        box = mailbox.mbox(sys.argv[-1], create=False)
        assert len(box) == 1, len(box)
        raw = box.get_bytes(box.keys()[0])
    else:
        check_lines(raw)
    assert len(raw) < 2_000_000, len(raw)
    message = email.message_from_bytes(raw, policy=email.policy.strict)
    assert not message.defects, message.defects
    assert email.utils.parsedate_to_datetime(message["Date"]).tzinfo
    assert re.fullmatch(r"<[^<>@\s]+@[^<>@\s]+>", message["Message-ID"]), message["Message-ID"]
    check_parts(message)
    for name, value in message.items():
        print(f"{name}: {value}")
    for part in message.walk():
        if not part.is_multipart():
            print(part.get_content_type(), len(part.get_payload(decode=True)), part.get_filename())
    print(message.get_body(("plain",)).get_content())
    print(message.get_body(("html",)).get_content())


main()
