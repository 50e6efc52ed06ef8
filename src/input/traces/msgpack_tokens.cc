#include "input/traces/msgpack_tokens.h"

#define MSGPACK_NO_BOOST
#include <msgpack/null_visitor.hpp>
#include <msgpack/unpack.hpp> // parse.hpp alone does not compile

namespace
{

class token_list : public msgpack::null_visitor
{
  public:
    explicit token_list(msgpack_token *items) : items_(items) {}

    bool visit_nil()
    {
        return add(MSGPACK_NIL, 0);
    }
    bool visit_boolean(bool value)
    {
        return add(MSGPACK_BOOLEAN, value ? 1 : 0);
    }
    bool visit_positive_integer(uint64_t value)
    {
        return add(MSGPACK_NUMBER, static_cast<double>(value));
    }
    bool visit_negative_integer(int64_t value)
    {
        return add(MSGPACK_NUMBER, static_cast<double>(value));
    }
    bool visit_float32(float value)
    {
        return add(MSGPACK_NUMBER, static_cast<double>(value));
    }
    bool visit_float64(double value)
    {
        return add(MSGPACK_NUMBER, value);
    }
    bool visit_str(const char *text, uint32_t size)
    {
        return add_text(text, size);
    }
    bool visit_bin(const char *text, uint32_t size)
    {
        return add_text(text, size);
    }
    bool visit_ext(const char *, uint32_t)
    {
        return add(MSGPACK_EXTENSION, 0);
    }
    bool start_array(uint32_t count)
    {
        return open(MSGPACK_ARRAY, count);
    }
    bool end_array()
    {
        return close();
    }
    bool start_map(uint32_t count)
    {
        return open(MSGPACK_MAP, count);
    }
    bool end_map()
    {
        return close();
    }
    void parse_error(size_t, size_t)
    {
        fault_ = MSGPACK_WRONG;
    }
    void insufficient_bytes(size_t, size_t)
    {
        fault_ = MSGPACK_CUT;
    }

    size_t count() const
    {
        return count_;
    }
    msgpack_fault fault() const
    {
        return fault_;
    }

  private:
    bool add(msgpack_kind kind, double number)
    {
        msgpack_token &token = items_[count_++];
        token.kind = kind;
        token.count = 0;
        token.number = number;
        return true;
    }
    bool add_text(const char *text, uint32_t size)
    {
        msgpack_token &token = items_[count_++];
        token.kind = MSGPACK_TEXT;
        token.count = size;
        token.text = text;
        return true;
    }
    bool open(msgpack_kind kind, uint32_t count)
    {
        if (depth_ == MSGPACK_DEEPEST) {
            fault_ = MSGPACK_TOO_DEEP;
            return false;
        }
        open_[depth_++] = count_;
        msgpack_token &token = items_[count_++];
        token.kind = kind;
        token.count = count;
        return true;
    }
    bool close()
    {
        items_[open_[--depth_]].after = count_;
        return true;
    }

    msgpack_token *items_;
    size_t count_ = 0;
    size_t open_[MSGPACK_DEEPEST];
    size_t depth_ = 0;
    msgpack_fault fault_ = MSGPACK_GOOD;
};

} // namespace

extern "C" msgpack_fault msgpack_tokens_make(msgpack_token *tokens, size_t *count,
                                             const char *bytes, size_t size)
{
    token_list list(tokens);
    size_t offset = 0;
    bool whole = size > 0 && msgpack::parse(bytes, size, offset, list);
    *count = list.count();
    if (list.fault() != MSGPACK_GOOD)
        return list.fault();
    if (!whole)
        return MSGPACK_CUT;
    return offset == size ? MSGPACK_GOOD : MSGPACK_TRAILING;
}
