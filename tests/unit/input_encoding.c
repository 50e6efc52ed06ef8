#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "input/text/encoding.h"

#define OF(text) encoding_of(text, sizeof text - 1)

static void knows_encodings(void)
{
    CHECK_INT(OF("JobID|State\n1|ok\n"), ENCODING_UTF8);
    CHECK_INT(OF("\xEF\xBB\xBFJobID"), ENCODING_UTF8);
    CHECK_INT(OF("J\xC3\xBCrgen"), ENCODING_UTF8);
    CHECK_INT(OF("J\xFCrgen"), ENCODING_LATIN1);
    CHECK_INT(OF("M\xFCller, Jos\xE9"), ENCODING_LATIN1);
    /* Damaged, not Latin-1. */
    CHECK_INT(OF("J\xC3\xBCrgen J\xFCrgen"), ENCODING_UTF8);
    CHECK_INT(OF("a\xFF"), ENCODING_UTF8);
    CHECK_INT(OF("a\x80"), ENCODING_UTF8);
    CHECK_INT(OF("\0\0\0\0\0\0\0\x05\xA5hello"), ENCODING_UTF8);
    CHECK_INT(OF("\xFF\xFEJ\0"), ENCODING_UTF16_LE);
    CHECK_INT(OF("\xFE\xFF\0J"), ENCODING_UTF16_BE);
    CHECK_INT(OF("J\0o\0b\0I\0D\0"), ENCODING_UTF16_LE);
    CHECK_INT(OF("\0J\0o\0b\0I\0D"), ENCODING_UTF16_BE);
    CHECK_INT(OF("\xFC\0\xFC\0\xFC\0\xFC\0"), ENCODING_UTF16_LE);
    CHECK_INT(OF(""), ENCODING_UTF8);
    CHECK_INT(OF("J"), ENCODING_UTF8);
}

static char text[100];

static void convert(const char *bytes, size_t size)
{
    char path[] = "/tmp/encoding.XXXXXX";
    struct mapping content;
    struct error error;
    int file = mkstemp(path);
    CHECK(write(file, bytes, size) == (ssize_t)size);
    close(file);
    CHECK(mapping_open(&content, path, &error));
    encoding_convert(&content, encoding_of(content.bytes, content.size));
    CHECK_INT(content.file_size, size);
    CHECK_INT(content.bytes[content.size], 0);
    snprintf(text, sizeof text, "%.*s", (int)content.size, content.bytes);
    mapping_close(&content);
    unlink(path);
}

#define CONVERTED(bytes) (convert(bytes, sizeof bytes - 1), text)

static void converts_to_utf8(void)
{
    CHECK_TEXT(CONVERTED("J\xFCrgen|\xA0\xFE"), "J\xC3\xBCrgen|\xC2\xA0\xC3\xBE");
    CHECK_TEXT(CONVERTED("\xFF\xFEJ\0\xFC\0\x3D\xD8\x00\xDE!\0"), "J\xC3\xBC\xF0\x9F\x98\x80!");
    CHECK_TEXT(CONVERTED("\xFE\xFF\x20\xAC\xD8\x3D\0x"), "\xE2\x82\xAC\xEF\xBF\xBDx");
    CHECK_TEXT(CONVERTED("plain"), "plain");
}

CHECK_MAIN(TEST(knows_encodings), TEST(converts_to_utf8))
