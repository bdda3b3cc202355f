/* prompt.c: builds prompts, expands their forms and writes them as JSON.
 *
 * Invariant: the lists of a form are adjacent, and so are the words of a list, because each form is
 * completed before the next one starts. */
#include <spelunke/face.h>

#include <string.h>

#include <spelunke/must.h>

static uint16_t keep_string(struct prompt *prompt, const char *string) {
    size_t size = strlen(string) + 1;
    must((size_t)prompt->byte_count + size <= PROMPT_BYTES_MAX);
    uint16_t at = (uint16_t)prompt->byte_count;
    memcpy(prompt->bytes + at, string, size);
    prompt->byte_count += (int)size;
    return at;
}

struct message *prompt_task(struct prompt *prompt, const char *key) {
    prompt->presets = 0;
    prompt->form_count = prompt->list_count = prompt->word_count = prompt->byte_count = 0;
    message_start(&prompt->task, key);
    return &prompt->task;
}

void prompt_say(struct prompt *prompt, const char *say) {
    must(prompt->form_count < FORMS_MAX);
    prompt->forms[prompt->form_count++] =
        (struct form){.say = keep_string(prompt, say), .first = (uint16_t)prompt->list_count};
}

static struct form *add_list(struct prompt *prompt) {
    must(prompt->form_count > 0 && prompt->list_count < PROMPT_LISTS_MAX);
    struct form *form = &prompt->forms[prompt->form_count - 1];
    must(form->lists < FORM_LISTS_MAX && !form->is_pick);
    form->lists++;
    prompt->lists[prompt->list_count++] = (struct word_list){.first = (uint16_t)prompt->word_count};
    return form;
}

void prompt_one(struct prompt *prompt) {
    add_list(prompt);
}

void prompt_pick(struct prompt *prompt, int min, int max) {
    struct form *form = add_list(prompt);
    must(form->lists == 1 && min >= 0 && min <= max && max <= UINT8_MAX);
    form->is_pick = true;
    form->min = (uint8_t)min;
    form->max = (uint8_t)max;
}

void prompt_word(struct prompt *prompt, const char *word) {
    must(prompt->list_count > 0 && prompt->word_count < PROMPT_WORDS_MAX);
    prompt->words[prompt->word_count++] = keep_string(prompt, word);
    prompt->lists[prompt->list_count - 1].count++;
}

static const struct form *form_at(const struct prompt *prompt, int form) {
    must(form >= 0 && form < prompt->form_count);
    return &prompt->forms[form];
}

static const struct word_list *list_at(const struct prompt *prompt, int form, int list) {
    must(list >= 0 && list < form_at(prompt, form)->lists);
    return &prompt->lists[form_at(prompt, form)->first + list];
}

const char *prompt_form_say(const struct prompt *prompt, int form) {
    return prompt->bytes + form_at(prompt, form)->say;
}

int prompt_list_size(const struct prompt *prompt, int form, int list) {
    return list_at(prompt, form, list)->count;
}

const char *prompt_list_word(const struct prompt *prompt, int form, int list, int index) {
    const struct word_list *words = list_at(prompt, form, list);
    must(index >= 0 && index < words->count);
    return prompt->bytes + prompt->words[words->first + index];
}

/* An action that is built word by word. */
struct unfolding {
    const struct prompt *prompt;
    int form;
    struct text action;
    bool (*visit)(void *context, const char *action);
    void *context;
};

static void put_word(struct text *action, const char *word) {
    text_put_char(action, ' ');
    text_put(action, word);
}

static void truncate_text(struct text *action, size_t length) {
    action->length = length;
    action->data[length] = '\0';
}

/* Appends one word of each list from `list` on. */
static bool unfold_one(struct unfolding *u, int list) {
    if (list == form_at(u->prompt, u->form)->lists)
        return u->visit(u->context, text_string(&u->action));
    size_t length = u->action.length;
    for (int i = 0; i < prompt_list_size(u->prompt, u->form, list); i++) {
        put_word(&u->action, prompt_list_word(u->prompt, u->form, list, i));
        bool goes_on = unfold_one(u, list + 1);
        truncate_text(&u->action, length);
        if (!goes_on)
            return false;
    }
    return true;
}

/* Appends words of the list from `from` on, after `picked` others. Equal words are adjacent;
 * picking the first of them only gives each combination once. */
static bool unfold_pick(struct unfolding *u, int from, int picked) {
    const struct form *form = form_at(u->prompt, u->form);
    int count = prompt_list_size(u->prompt, u->form, 0);
    size_t length = u->action.length;
    if (picked >= form->min && !u->visit(u->context, text_string(&u->action)))
        return false;
    for (int i = from; i < count && picked < form->max; i++) {
        const char *word = prompt_list_word(u->prompt, u->form, 0, i);
        if (i > from && strcmp(word, prompt_list_word(u->prompt, u->form, 0, i - 1)) == 0)
            continue;
        put_word(&u->action, word);
        bool goes_on = unfold_pick(u, i + 1, picked + 1);
        truncate_text(&u->action, length);
        if (!goes_on)
            return false;
    }
    return true;
}

void prompt_unfold(const struct prompt *prompt, bool (*visit)(void *context, const char *action),
                   void *context) {
    struct unfolding u = {.prompt = prompt, .visit = visit, .context = context};
    bool goes_on = true;
    for (; u.form < prompt->form_count && goes_on; u.form++) {
        text_clear(&u.action);
        text_put(&u.action, prompt_form_say(prompt, u.form));
        goes_on = form_at(prompt, u.form)->is_pick ? unfold_pick(&u, 0, 0) : unfold_one(&u, 0);
    }
    text_free(&u.action);
}

static void list_json(const struct prompt *prompt, int form, int list, struct text *out) {
    js_open(out, '[');
    for (int i = 0; i < prompt_list_size(prompt, form, list); i++)
        js_string(out, prompt_list_word(prompt, form, list, i));
    js_close(out, ']');
}

static void form_json(const struct prompt *prompt, int index, struct text *out) {
    const struct form *form = form_at(prompt, index);
    js_open(out, '{');
    js_put_string(out, "say", prompt_form_say(prompt, index));
    if (form->is_pick) {
        js_key(out, "pick");
        list_json(prompt, index, 0, out);
        js_put_number(out, "min", form->min);
        js_put_number(out, "max", form->max);
    } else if (form->lists) {
        js_key(out, "one");
        js_open(out, '[');
        for (int list = 0; list < form->lists; list++)
            list_json(prompt, index, list, out);
        js_close(out, ']');
    }
    js_close(out, '}');
}

void prompt_json(const struct prompt *prompt, const struct face *face, bool must,
                 struct text *out) {
    js_put_bool(out, "must", must);
    js_key(out, "task");
    js_open(out, '{');
    js_put_string(out, "key", prompt->task.key);
    js_key(out, "args");
    message_args_json(&prompt->task, out);
    js_close(out, '}');
    js_key(out, "forms");
    js_open(out, '[');
    for (int i = 0; i < prompt->form_count; i++)
        form_json(prompt, i, out);
    js_close(out, ']');
    js_key(out, "presets");
    js_open(out, '[');
    for (int i = 0; face->presets && face->presets[i]; i++)
        if (prompt->presets >> i & 1)
            js_string(out, face->presets[i]);
    js_close(out, ']');
}
