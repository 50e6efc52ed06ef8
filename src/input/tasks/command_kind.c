#include "input/tasks/command_kind.h"

#include <stdbool.h>
#include <string.h>

#include "input/text/lines.h"

/* Takes the next word; an empty one at the end. */
static struct text_slice next_word(struct text_slice *rest)
{
    *rest = csv_trim(*rest);
    size_t size = 0;
    while (size < rest->size && rest->text[size] != ' ' && rest->text[size] != '\t')
        size++;
    struct text_slice word = {rest->text, size};
    *rest = (struct text_slice){rest->text + size, rest->size - size};
    return word;
}

static bool is_one_of(struct text_slice word, const char *const *names)
{
    for (; *names; names++)
        if (text_slice_is_word(word, *names))
            return true;
    return false;
}

static struct text_slice base_name(struct text_slice word)
{
    while (word.size && strchr("'\"();", word.text[word.size - 1]))
        word.size--;
    while (word.size && strchr("'\"(", word.text[0]))
        word = (struct text_slice){word.text + 1, word.size - 1};
    for (size_t i = word.size; i > 1; i--)
        if (word.text[i - 2] == '/')
            return (struct text_slice){word.text + i - 1, word.size - (i - 1)};
    return word;
}

/* "OMP_NUM_THREADS=4" */
static bool is_assignment(struct text_slice word)
{
    const char *equals = word.size ? memchr(word.text, '=', word.size) : NULL;
    return equals && equals > word.text && !memchr(word.text, '/', (size_t)(equals - word.text));
}

/* Passes "cd DIR &&". */
static void pass_directory(struct text_slice *rest)
{
    struct text_slice after = *rest;
    next_word(&after);
    struct text_slice word = next_word(&after);
    bool ends = word.size && word.text[word.size - 1] == ';';
    if (!ends)
        word = next_word(&after);
    if (ends || text_slice_is_word(word, "&&") || text_slice_is_word(word, ";"))
        *rest = after;
}

/* "python3.11" of "python" */
static bool is_version_of(struct text_slice word, const char *name)
{
    size_t size = strlen(name);
    if (word.size < size || memcmp(word.text, name, size) != 0)
        return false;
    for (size_t i = size; i < word.size; i++)
        if (!strchr("0123456789.", word.text[i]))
            return false;
    return true;
}

static bool is_interpreter(struct text_slice program)
{
    static const char *const names[] = {"bash", "sh",    "zsh",  "perl",   "Rscript",
                                        "ruby", "julia", "node", "sbatch", NULL};
    return is_one_of(program, names) || is_version_of(program, "python") ||
           is_version_of(program, "java");
}

/* Of words with a blank before and behind each. */
static bool holds_word(const char *words, struct text_slice word)
{
    for (const char *at = words + 1, *end; *at; at = end + 1) {
        end = strchr(at, ' ');
        if (word.size == (size_t)(end - at) && memcmp(at, word.text, word.size) == 0)
            return true;
    }
    return false;
}

/* Options whose value is the next word. */
static bool takes_value(struct text_slice program, struct text_slice option)
{
    static const struct {
        const char *program, *options;
    } known[] = {
        {"env", " -u -C --unset --chdir "},
        {"exec", " -a "},
        {"nice", " -n --adjustment "},
        {"sudo", " -u -g -h -p -C -D -R -r -t -T -U --user --group --host --prompt --chdir "
                 "--chroot "},
        {"time", " -f -o --format --output "},
        {"bash", " -o -O --rcfile --init-file "},
        {"sh", " -o "},
        {"zsh", " -o "},
        {"java", " -cp -classpath --class-path -p --module-path --upgrade-module-path "
                 "--add-modules --add-exports --add-opens --add-reads "},
        {"julia", " -C -H -J -L -p -t --load --procs --threads "},
        {"node", " -r -C --require --import --loader --conditions "},
        {"perl", " -I "},
        {"python", " -W -X --check-hash-based-pycs "},
        {"ruby", " -C -I -r "},
        {"sbatch", " -A -C -D -G -J -L -M -N -a -b -c -d -e -i -m -n -o -p -q -t -w -x --account "
                   "--array --constraint --cpus-per-task --dependency --error --gpus --gres "
                   "--job-name --mem --nodes --ntasks --output --partition --qos --time "},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (is_version_of(program, known[i].program))
            return holds_word(known[i].options, option);
    return false;
}

/* The script that it runs; the interpreter where that is no file. */
static struct text_slice script_of(struct text_slice interpreter, struct text_slice rest)
{
    for (struct text_slice word = next_word(&rest); word.size; word = next_word(&rest)) {
        if (takes_value(interpreter, word)) {
            next_word(&rest);
            continue;
        }
        if (text_slice_is_word(word, "-c") || text_slice_is_word(word, "-e"))
            return interpreter;
        if (word.text[0] != '-' && base_name(word).size)
            return base_name(word);
    }
    return interpreter;
}

struct text_slice command_kind(struct text_slice command)
{
    static const char *const wrappers[] = {"time", "nice", "nohup", "env", "exec", "sudo", NULL};
    struct text_slice rest = csv_trim(command), ahead = rest, wrapper = {"", 0};
    if (text_slice_is_word(next_word(&ahead), "cd"))
        pass_directory(&rest);
    for (struct text_slice word = next_word(&rest); word.size; word = next_word(&rest)) {
        struct text_slice program = base_name(word);
        bool is_wrapper = is_one_of(program, wrappers);
        if (is_wrapper)
            wrapper = program;
        else if (wrapper.size && takes_value(wrapper, word))
            next_word(&rest);
        if (is_wrapper || is_assignment(word) || (wrapper.size && word.text[0] == '-'))
            continue;
        if (!program.size)
            break;
        return is_interpreter(program) ? script_of(program, rest) : program;
    }
    return csv_trim(command);
}
