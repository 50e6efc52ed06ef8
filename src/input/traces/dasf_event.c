#include "input/traces/dasf_event.h"

#include <stdbool.h>
#include <string.h>

#include "util/number.h"

static bool is_key(const struct msgpack_token *token, const char *name, size_t size)
{
    return token->kind == MSGPACK_TEXT && token->count == size &&
           memcmp(token->text, name, size) == 0;
}
#define IS(token, name) is_key(token, name, sizeof(name) - 1)

static struct text_slice text_of(const struct msgpack_token *token)
{
    return token->kind == MSGPACK_TEXT ? (struct text_slice){token->text, token->count}
                                       : (struct text_slice){0};
}

static double number_of(const struct msgpack_token *token)
{
    return token->kind == MSGPACK_NUMBER ? token->number : NUMBER_MISSING;
}

static const struct msgpack_token *container_of(const struct msgpack_token *token,
                                                enum msgpack_kind kind)
{
    return token->kind == kind ? token : NULL;
}

/* Ids are declared as numbers and written as texts. */
static struct text_slice id_of(const struct msgpack_token *token, char digits[DASF_ID_SIZE])
{
    if (token->kind != MSGPACK_NUMBER)
        return text_of(token);
    size_t size = number_format(token->number, digits);
    return (struct text_slice){digits, size};
}

static void read_member(struct dasf_event *event, const struct msgpack_token *key,
                        const struct msgpack_token *value)
{
    if (IS(key, "name"))
        event->name = text_of(value);
    else if (IS(key, "timestamp"))
        event->timestamp = number_of(value);
    else if (IS(key, "duration"))
        event->duration = number_of(value);
    else if (IS(key, "phase"))
        event->phase = text_of(value);
    else if (IS(key, "process_id"))
        event->process = id_of(value, event->process_digits);
    else if (IS(key, "thread_id"))
        event->thread = id_of(value, event->thread_digits);
    else if (IS(key, "args"))
        event->args = container_of(value, MSGPACK_MAP);
}

const char *dasf_event_read(struct dasf_event *event, const struct msgpack_token *tokens)
{
    if (tokens->kind != MSGPACK_MAP)
        return "not an event (expected a map)";
    event->name = event->phase = event->process = event->thread = (struct text_slice){0};
    event->timestamp = event->duration = NUMBER_MISSING;
    event->args = NULL;
    const struct msgpack_token *key = tokens + 1;
    for (uint32_t i = 0; i < tokens->count; i++) {
        const struct msgpack_token *value = msgpack_after(tokens, key);
        read_member(event, key, value);
        key = msgpack_after(tokens, value);
    }
    return event->phase.size ? NULL : "event has no phase";
}

static void read_argument(struct dasf_args *args, const struct msgpack_token *key,
                          const struct msgpack_token *value)
{
    if (IS(key, "key"))
        args->key = text_of(value);
    else if (IS(key, "name"))
        args->name = text_of(value);
    else if (IS(key, "dtype"))
        args->dtype = text_of(value);
    else if (IS(key, "type"))
        args->type = text_of(value);
    else if (IS(key, "shape"))
        args->shape = container_of(value, MSGPACK_ARRAY);
    else if (IS(key, "size"))
        args->size = number_of(value);
    else if (IS(key, "tasks"))
        args->tasks = number_of(value);
    else if (IS(key, "dependencies"))
        args->dependencies = container_of(value, MSGPACK_ARRAY);
    else if (IS(key, "dependents"))
        args->dependents = container_of(value, MSGPACK_ARRAY);
}

void dasf_args_read(struct dasf_args *args, const struct dasf_event *event,
                    const struct msgpack_token *tokens)
{
    *args = (struct dasf_args){.size = NUMBER_MISSING, .tasks = NUMBER_MISSING};
    if (!event->args)
        return;
    const struct msgpack_token *key = event->args + 1;
    for (uint32_t i = 0; i < event->args->count; i++) {
        const struct msgpack_token *value = msgpack_after(tokens, key);
        read_argument(args, key, value);
        key = msgpack_after(tokens, value);
    }
}
