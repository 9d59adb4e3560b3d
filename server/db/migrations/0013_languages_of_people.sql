-- The language in which a person last signed in to Order Manager, or chose there: mails to them are written in it.
alter table users add column language text not null default 'en' check (language in ('en', 'ar'));
