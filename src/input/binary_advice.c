#include "input/binary_advice.h"

#include <string.h>

#define IMAGE(name) name ": give the file with the numbers that it shows (CSV or JSON)"
#define ARCHIVE(name) name ": unpack it and give its files or their directory"
#define COMPRESSED(name, program)                                                                  \
    name ": unpack it (" program "); only gzip and zstd are read as they are"
#define BYTES(text) text, sizeof(text) - 1

static const struct {
    const char *bytes;
    size_t size, offset;
    const char *advice;
} kinds[] = {
    {BYTES("\x89HDF\r\n\x1a\n"), 0,
     "it is an HDF5 file, such as Slurm's profile of a job: give the output of sacct for its "
     "tasks, "
     "and node metrics as CSV with a row per host and time stamp"},
    {BYTES("\x89JRPART\n"), 0, "it is a part of a campaign: give it to 'jobreport merge'"},
    {BYTES("CDF\x01"), 0, "it is a netCDF file: export it as CSV"},
    {BYTES("CDF\x02"), 0, "it is a netCDF file: export it as CSV"},
    {BYTES("PARE"), 0, "it is an encrypted Parquet file: decrypt it"},
    {BYTES("ARROW1"), 0, "it is an Arrow file: export it as CSV"},
    {BYTES("\x93NUMPY"), 0, "it is a NumPy array: export it as CSV with names of columns"},
    {BYTES("SQLite format 3"), 0,
     "it is an SQLite database: export a table as CSV (sqlite3 -header -csv FILE 'SELECT ...')"},
    {BYTES("PERFILE2"), 0, "it is a profile of perf: export samples as CSV or as a Chrome trace"},
    {BYTES("\x89PNG"), 0, IMAGE("it is a PNG image")},
    {BYTES("\xff\xd8\xff"), 0, IMAGE("it is a JPEG image")},
    {BYTES("GIF8"), 0, IMAGE("it is a GIF image")},
    {BYTES("%PDF-"), 0, IMAGE("it is a PDF")},
    {BYTES("\x7f"
           "ELF"),
     0, "it is a program or library (ELF): give the files that it wrote"},
    {BYTES("PK\x03\x04"), 0,
     "it is a ZIP archive or a spreadsheet: unpack it, or save the spreadsheet as CSV"},
    {BYTES("ustar"), 257, ARCHIVE("it is a tar archive")},
    {BYTES("7z\xbc\xaf\x27\x1c"), 0, ARCHIVE("it is a 7z archive")},
    {BYTES("\xfd"
           "7zXZ"),
     0, COMPRESSED("it is compressed with xz", "unxz")},
    {BYTES("BZh"), 0, COMPRESSED("it is compressed with bzip2", "bunzip2")},
};

const char *binary_advice(const char *bytes, size_t size)
{
    enum { LOOKED_AT = 4096 };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (size >= kinds[i].offset + kinds[i].size &&
            memcmp(bytes + kinds[i].offset, kinds[i].bytes, kinds[i].size) == 0)
            return kinds[i].advice;
    return memchr(bytes, 0, size < LOOKED_AT ? size : LOOKED_AT)
               ? "it is binary data of no known format (see 'jobreport formats')"
               : NULL;
}
