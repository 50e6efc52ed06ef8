/* A part as bytes, and back.
 *
 * A file of a part is, all numbers with their lowest byte first:
 *
 *     8 bytes   0x89 "JRPART" 0x0A
 *     4 bytes   version of the layout: PART_VERSION
 *     4 bytes   CRC-32 (of gzip and PNG) of all bytes that follow
 *     8 bytes   size of the content
 *     the rest  the content, compressed in the format of zlib (RFC 1950)
 *
 * The content has, one behind the other, in these words: a number is an unsigned LEB128 (seven bits
 * a byte, the lowest first, the highest bit set in all but the last), a signed one such a number of
 * 2n, or −2n − 1 where n < 0; a double is 8 bytes (IEEE 754); a text is its size and its bytes,
 * UTF-8; what is called a text number counts the texts from 1 on, 0: missing.
 *
 *     settings  2 doubles: up to which peak memory, in bytes, tasks are small, medium
 *     flags     a number: 1 some source names steps, 2 some has times of submission, 4 some has
 *               reasons why tasks wait; 8 × the sorts of sources (part.h)
 *     texts     their number, then each, ascending by bytes
 *     inputs    their number, then of each: text numbers of its name, format, checksum and that of
 *               its content; numbers: size, records, rejected records, how it ends (enum
 *               diagnostic_end); 8 bytes each: hashes of what it came to and of where it was
 *     sample    of tasks (task_sample.h): of how many tasks it is, the number of those in it, then
 *               of each: by how much its hash is more than that of the one before, a number; how
 *               many inputs hold it; and of two inputs that do, their numbers, counted from 1 on in
 *               the order above, 0: none
 *     changes   of running attempts, then of waiting tasks: a number, the level; the number of
 *               cells, then of each: signed: by how much its place is more than that of the cell
 *               before, the change, the area (change_grid.h); numbers: ticks from its beginning
 *               to the first change, and from there to the last
 *     entries   their number, then of each: its class (the number of its line in part_classes.def,
 *               from 0 on); its text numbers; its counts: numbers; its sums; its lows, highs:
 *               doubles; its values; its tops: doubles; its example: a text number
 *
 * A sum (statistics/exact_sum.h) is the number of its addends, the number of its digits, and, if
 * there are any, a number: twice the place of the first, and 1 more where it is below 0, and of
 * each digit 4 bytes. Values are counts by key: the number of keys; of each: signed, by how much it
 * is more than the one before, and its count, a number. Of a part with the same inputs all bytes
 * are the same. */
#ifndef ANALYSIS_CAMPAIGN_PART_BYTES_H
#define ANALYSIS_CAMPAIGN_PART_BYTES_H

#include "analysis/campaign/part.h"
#include "util/error.h"
#include "util/strbuf.h"

enum { PART_VERSION = 5, PART_HEADER_SIZE = 24 };
extern const char part_magic[8];

/* Appends the file of a part, which is brought into order for that. */
void part_write(struct part *part, struct strbuf *out);

/* Hash of what the inputs of a part came to: of its content without inputs. Inputs of the sample
 * are not named by then. */
uint64_t part_hash(struct part *part);

/* Reads a file into a part that was not yet begun and is to be released in any case. `path` is for
 * the sentence: false with ERROR_INPUT where it is no part, of another version, damaged, or of
 * content that no part has. */
bool part_read(struct part *part, const char *path, const char *bytes, size_t size,
               struct error *error);

#endif
