/* One msgpack value as a list of tokens, in the order of its bytes.
 *
 * msgpack-c checks and splits the value (msgpack_tokens.cc, the only file that knows it). Texts are
 * not copied: they point into the bytes. Nothing is allocated but the caller's list, so that a
 * hostile count of elements costs no memory. */
#ifndef INPUT_TRACES_MSGPACK_TOKENS_H
#define INPUT_TRACES_MSGPACK_TOKENS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum msgpack_kind {
    MSGPACK_NIL,
    MSGPACK_BOOLEAN,
    MSGPACK_NUMBER, /* integers of any width, floats */
    MSGPACK_TEXT,   /* str and bin: any bytes */
    MSGPACK_ARRAY,
    MSGPACK_MAP, /* key, value, key, value … */
    MSGPACK_EXTENSION,
};

struct msgpack_token {
    uint32_t kind;  /* enum msgpack_kind */
    uint32_t count; /* bytes of a text, elements of an array, pairs of a map */
    union {
        double number; /* of a boolean: 0 or 1 */
        const char *text;
        size_t after; /* of an array or a map: the token behind it */
    };
};

enum msgpack_fault {
    MSGPACK_GOOD,
    MSGPACK_CUT,      /* the value does not end within the bytes */
    MSGPACK_TOO_DEEP, /* more than MSGPACK_DEEPEST arrays and maps in each other */
    MSGPACK_TRAILING, /* something follows the value */
    MSGPACK_WRONG,    /* a byte that begins no value */
};
enum { MSGPACK_DEEPEST = 64 };

/* `tokens` has room for `size` of them, which is always enough. */
enum msgpack_fault msgpack_tokens_make(struct msgpack_token *tokens, size_t *count,
                                       const char *bytes, size_t size);

/* The token behind the value that begins at `token`, of a list that begins at `tokens`. */
static inline const struct msgpack_token *msgpack_after(const struct msgpack_token *tokens,
                                                        const struct msgpack_token *token)
{
    return token->kind == MSGPACK_ARRAY || token->kind == MSGPACK_MAP ? tokens + token->after
                                                                      : token + 1;
}

#ifdef __cplusplus
}
#endif

#endif
