#include "page/web/template.h"

#include <algorithm>
#include <ctemplate/template.h>
#include <iostream>
#include <new>
#include <sstream>
#include <string>
#include <vector>

#define _Noreturn [[noreturn]]
extern "C" {
#include "util/error.h"
#include "util/memory.h"
#include "util/path.h"
#include "util/strbuf.h"
}

struct templates {
    std::vector<std::string> directories;
    ctemplate::TemplateCache cache;
};

namespace
{

const ctemplate::Strip strip = ctemplate::STRIP_BLANK_LINES;
const std::string pragma = "{{%AUTOESCAPE context=\"HTML\"}}";
const size_t size_limit = 16 << 20, most_nested = 64, longest_name = 60;

/* Exceptions must not reach the C code that called. */
template <typename Work> auto guarded(Work work)
{
    try {
        return work();
    } catch (const std::bad_alloc &) {
        memory_exhausted();
    }
}

/* ctemplate says what is wrong with a template on std::cerr and nowhere else. */
class listener
{
  public:
    listener() : usual(std::cerr.rdbuf(heard.rdbuf())) {}
    ~listener()
    {
        std::cerr.rdbuf(usual);
    }
    listener(const listener &) = delete;
    listener &operator=(const listener &) = delete;

    /* "ERROR: Template NAME: ERROR: what is wrong" without what the caller knows better. */
    std::string problem() const
    {
        const std::string all = heard.str(), mark = "ERROR: ";
        std::string line = all.substr(0, all.find('\n'));
        size_t at = line.rfind(mark);
        if (line.empty())
            return "not a template";
        return at == std::string::npos ? line : line.substr(at + mark.size());
    }

  private:
    std::ostringstream heard;
    std::streambuf *usual;
};

class strbuf_emitter : public ctemplate::ExpandEmitter
{
  public:
    explicit strbuf_emitter(strbuf *buffer) : out(buffer) {}
    void Emit(char c) override
    {
        strbuf_add_char(out, c);
    }
    void Emit(const std::string &text) override
    {
        strbuf_add(out, text.data(), text.size());
    }
    void Emit(const char *text) override
    {
        strbuf_add_text(out, text);
    }
    void Emit(const char *text, size_t size) override
    {
        strbuf_add(out, text, size);
    }

  private:
    strbuf *out;
};

std::string find_file(const struct templates *templates, const std::string &name)
{
    for (const std::string &directory : templates->directories) {
        std::string path = directory;
        path.append("/").append(name);
        if (path_exists(path.c_str()))
            return path;
    }
    return "";
}

bool not_found(const struct templates *templates, const char *name, struct error *error)
{
    std::string places;
    for (const std::string &directory : templates->directories)
        places += (places.empty() ? "" : ", ") + directory;
    return error_set(error, ERROR_INPUT, "%s is missing (looked for in %s)", name, places.c_str());
}

bool is_escaping(const strbuf &content)
{
    return std::string(content.text, content.size).rfind(pragma, 0) == 0;
}

std::string line_of(const std::string &text, size_t at)
{
    return std::to_string(1 + std::count(text.begin(), text.begin() + (ptrdiff_t)at, '\n'));
}

/* What is wrong with sections within each other: one within itself is repeated as often as their
 * product, which may take years, and ctemplate takes a stack frame for each. "": nothing. */
std::string nesting_fault(const std::string &text)
{
    std::vector<std::string> open;
    for (const char *other : {"{{=", "{{{"}) /* behind which sections would go unseen */
        if (size_t at = text.find(other); at != std::string::npos)
            return line_of(text, at) + ": names stand between {{ and }}, not behind " + other;
    for (size_t at = text.find("{{"); at != std::string::npos; at = text.find("{{", at + 2)) {
        if (text.compare(at, 3, "{{/") == 0 && !open.empty())
            open.pop_back();
        size_t end = text.compare(at, 3, "{{#") == 0 ? text.find("}}", at) : std::string::npos;
        if (end == std::string::npos)
            continue;
        std::string name = text.substr(at + 3, end - at - 3);
        if (std::find(open.begin(), open.end(), name) != open.end())
            return line_of(text, at) + ": the section " + name.substr(0, longest_name) +
                   " is within itself";
        if (open.size() == most_nested)
            return line_of(text, at) + ": more than " + std::to_string(most_nested) +
                   " sections within each other";
        open.push_back(name);
    }
    return "";
}

bool parse(struct templates *templates, const char *name, const std::string &path,
           const strbuf &content, struct error *error)
{
    if (!is_escaping(content))
        return error_set(error, ERROR_INPUT, "%s:1: a template begins with %s", path.c_str(),
                         pragma.c_str());
    std::string fault = nesting_fault(std::string(content.text, content.size));
    if (!fault.empty())
        return error_set(error, ERROR_INPUT, "%s:%s", path.c_str(), fault.c_str());
    listener listening;
    if (templates->cache.StringToTemplateCache(name, content.text, content.size, strip))
        return true;
    return error_set(error, ERROR_INPUT, "%s: %s", path.c_str(), listening.problem().c_str());
}

ctemplate::TemplateDictionary *inside(struct dictionary *dictionary)
{
    return reinterpret_cast<ctemplate::TemplateDictionary *>(dictionary);
}

struct dictionary *outside(ctemplate::TemplateDictionary *dictionary)
{
    return reinterpret_cast<struct dictionary *>(dictionary);
}

} // namespace

struct templates *templates_new(const char *const *directories, size_t count)
{
    return guarded([&] {
        auto *templates = new struct templates;
        templates->directories.assign(directories, directories + count);
        return templates;
    });
}

void templates_free(struct templates *templates)
{
    delete templates;
}

bool templates_read(const struct templates *templates, const char *name, struct strbuf *content,
                    struct error *error)
{
    return guarded([&] {
        std::string path = find_file(templates, name);
        if (path.empty())
            return not_found(templates, name, error);
        return path_read(path.c_str(), size_limit, content, error);
    });
}

bool templates_load(struct templates *templates, const char *name, struct error *error)
{
    return guarded([&] {
        strbuf content;
        strbuf_init(&content);
        bool good = templates_read(templates, name, &content, error) &&
                    parse(templates, name, find_file(templates, name), content, error);
        strbuf_release(&content);
        return good;
    });
}

bool templates_expand(const struct templates *templates, const char *name,
                      const struct dictionary *dictionary, struct strbuf *out, struct error *error)
{
    return guarded([&] {
        /* Only a frozen cache never looks for files itself. */
        auto &cache = const_cast<ctemplate::TemplateCache &>(templates->cache);
        cache.Freeze();
        listener listening;
        strbuf_emitter emitter(out);
        auto *values = reinterpret_cast<const ctemplate::TemplateDictionary *>(dictionary);
        if (cache.ExpandNoLoad(name, strip, values, nullptr, &emitter))
            return true;
        return error_set(error, ERROR_INPUT, "%s: cannot be filled in: %s",
                         find_file(templates, name).c_str(), listening.problem().c_str());
    });
}

struct dictionary *dictionary_new(void)
{
    return guarded([] { return outside(new ctemplate::TemplateDictionary("page")); });
}

void dictionary_free(struct dictionary *dictionary)
{
    delete inside(dictionary);
}

void dictionary_set(struct dictionary *dictionary, const char *name, const char *text)
{
    if (text)
        guarded([&] { inside(dictionary)->SetValueWithoutCopy(name, text); });
}

void dictionary_show(struct dictionary *dictionary, const char *section)
{
    guarded([&] { inside(dictionary)->ShowSection(section); });
}

void dictionary_set_optional(struct dictionary *dictionary, const char *name, const char *text)
{
    if (!text || !*text)
        return;
    dictionary_set(dictionary, name, text);
    dictionary_show(dictionary, name);
}

struct dictionary *dictionary_add(struct dictionary *dictionary, const char *section)
{
    return guarded([&] { return outside(inside(dictionary)->AddSectionDictionary(section)); });
}

struct dictionary *dictionary_include(struct dictionary *dictionary, const char *name,
                                      const char *template_name)
{
    return guarded([&] {
        auto *included = inside(dictionary)->AddIncludeDictionary(name);
        included->SetFilename(template_name);
        return outside(included);
    });
}
