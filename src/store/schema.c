/* schema.c: the tables of the file, the migrations of older files, and all SQL statements of the
 * store. docs/store.md explains the columns. */
#include "sqlite_inside.h"

/* "Spel", so that a file of another program is not used by mistake. */
#define APPLICATION "1399874924"

/* A step never changes after its release; new ones are added at the end. */
const char *const schema_steps[] = {
    "create table about(batch integer not null, tried integer not null);"
    "insert into about values(0,0);"
    "create table tables(tab text primary key, epoch integer not null, code text not null unique,"
    " game text not null, owner text not null, state integer not null, is_public integer not null,"
    " made integer not null, ended integer not null, deadline integer not null,"
    " asked integer not null, seats integer not null, note text not null) without rowid;"
    "create index tables_public on tables(state,made,tab) where is_public=1;"
    "create index tables_owner on tables(owner);"
    "create index tables_deadline on tables(state,deadline) where deadline>0;"
    "create index tables_ended on tables(ended) where state in (2,3);"
    "create table seats(tab text not null, seat integer not null, person text not null,"
    " primary key(tab,seat)) without rowid;"
    "create index seats_person on seats(person);"
    "create table journal(tab text not null, row integer not null, kind text not null,"
    " at integer not null, person text not null, device text not null, n integer not null,"
    " words text not null, body blob not null, primary key(tab,row)) without rowid;"
    "create unique index journal_once on journal(tab,device,n) where device<>'';"
    "create index journal_words on journal(person) where words<>'';"
    "create table films(tab text not null, number integer not null, film blob not null,"
    " unique(tab,number));"
    "create table people(person text primary key, name text not null, account text not null,"
    " passphrase text not null, made integer not null, used integer not null,"
    " is_forgotten integer not null) without rowid;"
    "create unique index people_account on people(account) where account<>'';"
    "create table tokens(hash blob primary key, person text not null, until integer not null)"
    " without rowid;"
    "create index tokens_person on tokens(person);"
    "create index tokens_until on tokens(until);",
};
const int schema_version = sizeof schema_steps / sizeof *schema_steps;

#define ENTRY                                                                                      \
    "select tab,code,game,owner,state,is_public,made,ended,deadline,asked,seats,note from tables "
#define NEWEST " order by made desc, tab desc limit ?3"
#define SWEPT                                                                                      \
    "(select tab from tables where state in (2,3) and ended<?1 order by ended,tab limit ?2)"
#define PERSON   "select p.person,p.name,p.account,p.passphrase,p.made,p.used,p.is_forgotten "
#define ROWS_ARE "=ifnull((select row+1 from journal where tab=?1 order by row desc limit 1),0)"

const char *const query_texts[QUERIES] = {
    [QUERY_BEGIN] = "begin",
    [QUERY_COMMIT] = "commit",
    [QUERY_SAVEPOINT] = "savepoint request",
    [QUERY_RELEASE] = "release request",
    [QUERY_UNDO] = "rollback to request",
    [QUERY_BATCH] = "select batch from about",
    [QUERY_SET_BATCH] = "update about set batch=?1",
    [QUERY_TRY] = "update about set tried=tried+1",

    [QUERY_MAKE] = "insert into tables values(?1,1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12)"
                   " on conflict do nothing",
    [QUERY_CLAIM] = "update tables set epoch=epoch+1 where tab=?1 returning epoch",
    [QUERY_HOLDS] = "select 1 from tables where tab=?1 and epoch=?2 and ?3" ROWS_ARE,
    /* The claim was checked in the same transaction, so only the number of a request can be a
     * duplicate. An `insert ... select` that checks both would need a temporary table each time. */
    [QUERY_APPEND] =
        "insert into journal values(?1,?2,?3,?4,?5,?6,?7,?8,?9) on conflict do nothing",
    [QUERY_ROWS] = "select row,kind,at,person,device,n,words,body from journal where tab=?1"
                   " order by row",
    [QUERY_ENTRY] = ENTRY "where tab=?1",
    [QUERY_CODE] = ENTRY "where code=?1",
    [QUERY_SET_ENTRY] = "update tables set game=?3,owner=?4,state=?5,is_public=?6,made=?7,ended=?8,"
                        "deadline=?9,asked=?10,seats=?11,note=?12 where tab=?1",
    [QUERY_SET_DUE] = "update tables set deadline=?2,asked=?3 where tab=?1",
    [QUERY_SEATS] = "select s.seat,s.person,ifnull(p.name,'') from seats s"
                    " left join people p on p.person=s.person where s.tab=?1",
    [QUERY_PEOPLE] = "select seat,person from seats where tab=?1 order by seat",
    [QUERY_UNSEAT] = "delete from seats where tab=?1",
    [QUERY_SEAT] = "insert into seats values(?1,?2,?3)",
    [QUERY_LIST_PUBLIC] = ENTRY "where is_public=1 and state=?1 and (?2='' or game=?2)" NEWEST,
    [QUERY_LIST_SEATED] =
        ENTRY "where tab in (select tab from seats where person=?2) and state=?1" NEWEST,
    [QUERY_LIST_OWNED] = ENTRY "where owner=?2 and state=?1" NEWEST,
    [QUERY_LIST_DUE] = ENTRY "where deadline>0 and deadline<=?2 and state=?1"
                             " order by deadline,tab limit ?3",
    [QUERY_LIST_ALL] = ENTRY "where state=?1 and ?2=''" NEWEST,
    [QUERY_ADD_FILM] = "insert into films values(?1,?2,?3) on conflict do nothing",
    [QUERY_FILM] = "select film from films where tab=?1 and number=?2",
    [QUERY_SWEEP_ROWS] = "delete from journal where tab in " SWEPT,
    [QUERY_SWEEP_FILMS] = "delete from films where tab in " SWEPT,
    [QUERY_SWEEP_SEATS] = "delete from seats where tab in " SWEPT,
    [QUERY_SWEEP_TABLES] = "delete from tables where tab in " SWEPT,
    [QUERY_SWEEP_TOKENS] = "delete from tokens where until<=?1",
    [QUERY_SWEEP_GUESTS] = "delete from people where account=''"
                           " and not exists(select 1 from tokens where person=people.person)"
                           " and not exists(select 1 from seats where person=people.person)"
                           " and not exists(select 1 from tables where owner=people.person)",

    [QUERY_ACCOUNT_TAKEN] = "select 1 from people where account=?1 and account<>'' and person<>?2",
    [QUERY_PUT_PERSON] = "insert into people values(?1,?2,?3,?4,?5,?6,0) on conflict(person)"
                         " do update set name=?2,account=?3,passphrase=?4,made=?5,used=?6"
                         " where is_forgotten=0",
    [QUERY_PERSON] = PERSON "from people p where p.person=?1",
    [QUERY_PERSON_OF_ACCOUNT] = PERSON "from people p where p.account=?1 and p.account<>''",
    [QUERY_PERSON_OF_TOKEN] = PERSON "from tokens t join people p on p.person=t.person"
                                     " where t.hash=?1 and t.until>?2",
    [QUERY_PUT_TOKEN] = "insert into tokens select ?1,person,?3 from people where person=?2"
                        " and is_forgotten=0"
                        " on conflict(hash) do update set person=excluded.person,"
                        " until=excluded.until",
    [QUERY_DROP_TOKEN] = "delete from tokens where hash=?1",
    [QUERY_FORGET] = "update people set name='',account='',passphrase='',is_forgotten=1"
                     " where person=?1",
    [QUERY_FORGET_TOKENS] = "delete from tokens where person=?1",
    [QUERY_FORGET_WORDS] = "update journal set words='' where person=?1 and words<>''",
};

/* Reads one number from the file; false on an error. */
static bool read_number(sqlite3 *database, const char *query, int64_t *out) {
    sqlite3_stmt *statement = NULL;
    bool is_read = sqlite3_prepare_v2(database, query, -1, &statement, NULL) == SQLITE_OK &&
                   sqlite3_step(statement) == SQLITE_ROW;
    if (is_read)
        *out = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return is_read;
}

static void say_disk(sqlite3 *database, struct text *why) {
    text_put(why, "it cannot be used: ");
    text_put(why, sqlite3_errmsg(database));
}

/* The version of a file of ours; an empty one has version 0. -1 with the reason. */
static int64_t version_of(sqlite3 *database, struct text *why) {
    int64_t version = 0, application = 0, tables = 0, ours = 0;
    if (!read_number(database, "pragma user_version", &version) ||
        !read_number(database, "pragma application_id", &application) ||
        !read_number(database, "select " APPLICATION, &ours) ||
        !read_number(database, "select count(*) from sqlite_schema", &tables)) {
        say_disk(database, why);
        return -1;
    }
    if (application == ours || (application == 0 && tables == 0 && version == 0))
        return version;
    text_put(why, "it is not a file of this program");
    return -1;
}

static bool say_newer(int64_t found, int version, struct text *why) {
    text_put(why, "a newer version of this program wrote it (");
    text_put_number(why, found);
    text_put(why, ", this one knows ");
    text_put_number(why, version);
    text_put(why, ")");
    return false;
}

static bool migrate_one(sqlite3 *database, const char *step, int version) {
    struct text statements = {0};
    text_put(&statements, "begin immediate;");
    text_put(&statements, step);
    text_put(&statements, ";pragma application_id=" APPLICATION ";pragma user_version=");
    text_put_number(&statements, version);
    text_put(&statements, ";commit");
    bool is_done = sqlite3_exec(database, statements.data, NULL, NULL, NULL) == SQLITE_OK;
    text_free(&statements);
    return is_done;
}

bool schema_migrate(sqlite3 *database, const char *const *steps, int version, struct text *why) {
    int64_t found = version_of(database, why);
    if (found < 0)
        return false;
    if (found > version)
        return say_newer(found, version, why);
    for (int i = (int)found; i < version; i++)
        if (!migrate_one(database, steps[i], i + 1)) {
            say_disk(database, why);
            sqlite3_exec(database, "rollback", NULL, NULL, NULL);
            return false;
        }
    return true;
}

bool schema_check(sqlite3 *database, int version, struct text *why) {
    int64_t found = version_of(database, why);
    if (found < 0 || found == version)
        return found == version;
    if (found > version)
        return say_newer(found, version, why);
    text_put(why, "an older version of this program wrote it; a server brings it up to date");
    return false;
}
