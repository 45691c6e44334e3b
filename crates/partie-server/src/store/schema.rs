//! The tables, and the steps that lead from an empty database to them.

/// The steps in their order. A step that was released is never changed; a new one is added.
/// All of them are written so that SQLite and PostgreSQL take them alike.
pub(super) const STEPS: &[&[&str]] = &[FIRST, RUNNING_GAMES];

const FIRST: &[&str] = &[
    "CREATE TABLE accounts (
        key TEXT PRIMARY KEY,
        handle TEXT NOT NULL,
        real_name TEXT NOT NULL,
        email TEXT NOT NULL,
        password_hash TEXT NOT NULL,
        created BIGINT NOT NULL,
        last_login BIGINT,
        admin_level BIGINT NOT NULL,
        titles TEXT NOT NULL,
        data TEXT NOT NULL
    )",
    "CREATE TABLE ratings (
        account TEXT NOT NULL,
        category TEXT NOT NULL,
        rating BIGINT,
        rd DOUBLE PRECISION NOT NULL,
        wins BIGINT NOT NULL,
        losses BIGINT NOT NULL,
        draws BIGINT NOT NULL,
        best BIGINT NOT NULL,
        best_at BIGINT,
        was_active BOOLEAN NOT NULL,
        last_at BIGINT,
        PRIMARY KEY (account, category)
    )",
    "CREATE TABLE games (
        id BIGINT PRIMARY KEY,
        white TEXT NOT NULL,
        black TEXT NOT NULL,
        white_key TEXT NOT NULL,
        black_key TEXT NOT NULL,
        white_rating BIGINT,
        black_rating BIGINT,
        category TEXT NOT NULL,
        rated BOOLEAN NOT NULL,
        initial_ms BIGINT NOT NULL,
        increment_ms BIGINT NOT NULL,
        started BIGINT NOT NULL,
        ended BIGINT NOT NULL,
        result TEXT NOT NULL,
        reason TEXT NOT NULL,
        eco TEXT NOT NULL,
        pgn TEXT NOT NULL
    )",
    "CREATE INDEX games_by_white ON games (white_key, id)",
    "CREATE INDEX games_by_black ON games (black_key, id)",
    "CREATE TABLE adjourned (
        id BIGINT PRIMARY KEY,
        white TEXT NOT NULL,
        black TEXT NOT NULL,
        data TEXT NOT NULL
    )",
    "CREATE TABLE messages (
        id BIGINT PRIMARY KEY,
        sender TEXT NOT NULL,
        receiver TEXT NOT NULL,
        text TEXT NOT NULL,
        sent BIGINT NOT NULL,
        was_read BOOLEAN NOT NULL
    )",
    "CREATE TABLE news (
        id BIGINT PRIMARY KEY,
        title TEXT NOT NULL,
        text TEXT NOT NULL,
        author TEXT NOT NULL,
        posted BIGINT NOT NULL
    )",
    "CREATE TABLE facts (
        kind TEXT NOT NULL,
        key TEXT NOT NULL,
        data TEXT NOT NULL,
        PRIMARY KEY (kind, key)
    )",
];

const RUNNING_GAMES: &[&str] = &[
    "ALTER TABLE adjourned ADD COLUMN revision BIGINT NOT NULL DEFAULT 0",
    "CREATE TABLE moves (id BIGINT PRIMARY KEY, data TEXT NOT NULL)",
];
