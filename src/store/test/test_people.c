/* What a store guarantees about people and about what it does not keep for ever, tested with both
 * backends. */
#include "both.h"

/* Films and sweeping. */

static void film_is(struct store *store, const char *table, const char *expected) {
    struct store_request request = {.does = STORE_FILM, .table = table, .film = 4000000000u};
    struct store_answer *answer = ask(store, &request);
    assert_int_equal(answer->result, expected ? STORE_DONE : STORE_NOTHING);
    if (expected)
        assert_string_equal(answer->bytes, expected);
    store_answer_free(answer);
}

static struct store_claim make_ended(struct store *store, const char *table, enum store_state how,
                                     int64_t ended) {
    struct store_claim claim = made(store, table);
    struct store_film film = {4000000000u, table, strlen(table)};
    struct store_row row = a_row("a", "", 0);
    struct store_request request = appending(&claim, &row, 1);
    request.films = &film;
    request.film_count = 1;
    request.has_entry = true;
    request.entry = an_entry(table, table);
    request.entry.state = how;
    request.entry.ended = ended;
    assert_int_equal(result_of(store, &request), STORE_DONE);
    claim.rows = 1;
    return claim;
}

static void sweeping_removes_what_ended_long_ago(void **state) {
    struct store *store = store_of(state);
    make_ended(store, "over", STORE_OVER, 10);
    make_ended(store, "closed", STORE_CLOSED, 19);
    make_ended(store, "young", STORE_OVER, 20);
    make_ended(store, "aside", STORE_ASIDE, 10);
    make_ended(store, "playing", STORE_PLAYING, 0);
    struct store_request sweep = {.does = STORE_SWEEP, .sweep = {.ended_before = 20, .at = 20}};
    struct store_answer *answer = ask(store, &sweep);
    assert_int_equal(answer->count, 2);
    store_answer_free(answer);
    both_restart(*state);
    store = store_of(state);
    struct store_request gone = claiming("over"), code = {.does = STORE_FIND, .code = "closed"};
    assert_int_equal(result_of(store, &gone), STORE_NOTHING);
    assert_int_equal(result_of(store, &code), STORE_NOTHING);
    film_is(store, "over", NULL);
    film_is(store, "young", "young");
    film_is(store, "aside", "aside");
    assert_bodies(store, "playing", "a");
    made(store, "over"); /* none of its rows are left */
    assert_bodies(store, "over", "");
}

static void sweeping_goes_on_another_time(void **state) {
    struct store *store = store_of(state);
    for (int i = 0; i < STORE_SWEEP_MAX + 1; i++) {
        struct text name = {0};
        text_put_number(&name, i);
        struct store_entry entry = an_entry(name.data, name.data);
        entry.state = STORE_OVER;
        entry.ended = 1000 - i;
        struct store_request request = making(&entry);
        assert_int_equal(result_of(store, &request), STORE_DONE);
        text_free(&name);
    }
    struct store_request sweep = {.does = STORE_SWEEP, .sweep = {.ended_before = 2000}},
                         last = {.does = STORE_FIND, .table = "0"};
    struct store_answer *answer = ask(store, &sweep);
    assert_int_equal(answer->count, STORE_SWEEP_MAX);
    store_answer_free(answer);
    assert_int_equal(result_of(store, &last), STORE_DONE);
    answer = ask(store, &sweep);
    assert_int_equal(answer->count, 1);
    store_answer_free(answer);
}

static enum store_result find_by(struct store *store, const char *id, const char *account,
                                 unsigned char token, int64_t at) {
    struct store_request request = {.does = STORE_FIND_PERSON,
                                    .person = {.id = id, .account = account},
                                    .token = {.hash = {token}},
                                    .at = at};
    return result_of(store, &request);
}

static void sweeping_removes_guests_that_nobody_knows(void **state) {
    struct store *store = store_of(state);
    struct store_request people[] = {putting("ada", "Ada", 1, 10), putting("ben", "Ben", 2, 30),
                                     putting("cem", "Cem", 3, 10), putting("eve", "Eve", 4, 10),
                                     putting("owner", "O", 0, 0)};
    people[2].person.account = "cem";
    for (int i = 0; i < 5; i++)
        assert_int_equal(result_of(store, &people[i]), STORE_DONE);
    struct store_entry entry = an_entry("t", "t");
    entry.people[0] = "eve";
    struct store_request make = making(&entry),
                         sweep = {.does = STORE_SWEEP, .sweep = {.ended_before = 0, .at = 20}};
    assert_int_equal(result_of(store, &make), STORE_DONE);
    assert_int_equal(result_of(store, &sweep), STORE_DONE);
    assert_int_equal(find_by(store, "ada", "", 0, 0), STORE_NOTHING);
    assert_int_equal(find_by(store, "ben", "", 0, 0), STORE_DONE); /* has a login */
    assert_int_equal(find_by(store, "", "", 2, 20), STORE_DONE);
    assert_int_equal(find_by(store, "cem", "", 0, 0), STORE_DONE); /* has an account */
    assert_int_equal(find_by(store, "", "", 3, 0), STORE_NOTHING);
    assert_int_equal(find_by(store, "eve", "", 0, 0), STORE_DONE); /* has a seat */
    assert_int_equal(find_by(store, "owner", "", 0, 0), STORE_DONE);
}

/* People. */

static void a_token_leads_to_its_person_until_it_ends(void **state) {
    struct store *store = store_of(state);
    struct store_request ada = putting("ada", "Ada", 1, 100);
    assert_int_equal(result_of(store, &ada), STORE_DONE);
    both_restart(*state);
    store = store_of(state);
    assert_int_equal(find_by(store, "", "", 1, 99), STORE_DONE);
    assert_int_equal(find_by(store, "", "", 1, 100), STORE_NOTHING);
    assert_int_equal(find_by(store, "", "", 2, 99), STORE_NOTHING);
    struct store_request renew = {.does = STORE_PUT_TOKEN,
                                  .person = {.id = "ada"},
                                  .token = {.hash = {1}, .until = 200}},
                         drop = {.does = STORE_DROP_TOKEN, .token = {.hash = {1}}}, nobody = renew;
    nobody.person.id = "eve";
    assert_int_equal(result_of(store, &renew), STORE_DONE);
    assert_int_equal(result_of(store, &nobody), STORE_NOTHING);
    assert_int_equal(find_by(store, "", "", 1, 100), STORE_DONE);
    assert_int_equal(result_of(store, &drop), STORE_DONE);
    assert_int_equal(result_of(store, &drop), STORE_NOTHING);
    assert_int_equal(find_by(store, "", "", 1, 99), STORE_NOTHING);
}

static void an_account_has_one_name(void **state) {
    struct store *store = store_of(state);
    struct store_request ada = putting("ada", "Ada", 0, 0), ben = putting("ben", "Ben", 0, 0),
                         find = {.does = STORE_FIND_PERSON, .person = {.account = "ada"}};
    ada.person.account = ben.person.account = "ada";
    ada.person.passphrase = "$argon2id$";
    assert_int_equal(result_of(store, &ada), STORE_DONE);
    assert_int_equal(result_of(store, &ben), STORE_TAKEN);
    assert_int_equal(find_by(store, "ben", "", 0, 0), STORE_NOTHING);
    ada.person.name = "Ada L.";
    ada.person.used = 77;
    assert_int_equal(result_of(store, &ada), STORE_DONE);
    struct store_answer *answer = ask(store, &find);
    assert_string_equal(answer->person.id, "ada");
    assert_string_equal(answer->person.name, "Ada L.");
    assert_string_equal(answer->person.passphrase, "$argon2id$");
    assert_int_equal(answer->person.used, 77);
    assert_false(answer->person.is_forgotten);
    store_answer_free(answer);
}

static void forgetting_blanks_names_tokens_and_words(void **state) {
    struct store *store = store_of(state);
    struct store_request ada = putting("ada", "Ada", 1, 100), ben = putting("ben", "Ben", 2, 100),
                         forget = {.does = STORE_FORGET, .person = {.id = "ada"}},
                         unknown = {.does = STORE_FORGET, .person = {.id = "eve"}};
    ada.person.account = "ada";
    assert_int_equal(result_of(store, &ada), STORE_DONE);
    assert_int_equal(result_of(store, &ben), STORE_DONE);
    struct store_entry entry = an_entry("t", "t");
    entry.people[0] = "ada";
    entry.people[1] = "ben";
    struct store_row rows[] = {{.kind = "chat", .person = "ada", .words = "secret"},
                               {.kind = "entry", .person = "ada", .body = "pass", .body_size = 4},
                               {.kind = "chat", .person = "ben", .words = "public"},
                               {.kind = "sit", .person = "ada", .words = "Ada"}};
    struct store_request make = making(&entry), read = reading("t");
    make.rows = rows;
    make.row_count = 4;
    assert_int_equal(result_of(store, &make), STORE_DONE);
    struct store_answer *answer = ask(store, &forget);
    assert_int_equal(answer->result, STORE_DONE);
    assert_int_equal(answer->count, 2);
    store_answer_free(answer);
    assert_int_equal(result_of(store, &unknown), STORE_NOTHING);
    both_restart(*state);
    store = store_of(state);
    answer = ask(store, &read);
    assert_string_equal(answer->rows[0].words, "");
    assert_string_equal(answer->rows[0].person, "ada");
    assert_string_equal(answer->rows[1].body, "pass");
    assert_string_equal(answer->rows[2].words, "public");
    assert_string_equal(answer->rows[3].words, "");
    assert_string_equal(answer->entries[0].people[0], "ada");
    assert_string_equal(answer->entries[0].names[0], "");
    assert_string_equal(answer->entries[0].names[1], "Ben");
    store_answer_free(answer);
    assert_int_equal(find_by(store, "", "", 1, 0), STORE_NOTHING);
    assert_int_equal(find_by(store, "", "ada", 0, 0), STORE_NOTHING);
    assert_int_equal(find_by(store, "", "", 2, 0), STORE_DONE);
    assert_int_equal(result_of(store, &ada),
                     STORE_CONFLICT); /* a forgotten person does not come back */
    assert_int_equal(find_by(store, "ada", "", 0, 0), STORE_DONE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        BOTH(sweeping_removes_what_ended_long_ago),
        BOTH(sweeping_goes_on_another_time),
        BOTH(sweeping_removes_guests_that_nobody_knows),
        BOTH(a_token_leads_to_its_person_until_it_ends),
        BOTH(an_account_has_one_name),
        BOTH(forgetting_blanks_names_tokens_and_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
