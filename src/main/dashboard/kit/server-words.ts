import { isKey, type Key, t } from "../base/words.ts";

/** Sentences of the server about what is typed into forms: the API speaks English to everybody, the pages speak German too. */
const SENTENCE_TO_KEY: Record<string, Key> = {
  "Required": "kit.server.required",
  "Invalid email": "kit.server.email",
  "The email address or the password is wrong": "kit.server.wrong",
  "The password is wrong": "kit.server.wrongPassword",
  "The current password is wrong": "kit.server.wrongPassword",
  "Your password is needed to change this": "kit.server.passwordNeeded",
  "This password is one of the commonest, which are tried first; choose another one": "kit.server.commonPassword",
  "The code is wrong, was used already, or is too old": "kit.server.wrongCode",
  "That took too long. Sign in again.": "kit.server.late",
  "Sign-ups are disabled on this server": "kit.server.closed",
  "There is an account with this address already, or it cannot have one": "kit.server.taken",
  "There is no account with this address yet: choose a password": "kit.server.choosePassword",
  "This link is not valid, was used already, or has expired": "kit.server.oldLink",
  "This invitation is not valid, was used already, or has expired": "kit.server.oldLink",
  "Verify your email address first": "kit.server.verifyFirst",
  "This person is a member already": "kit.server.member",
  "This project has this domain already.": "kit.server.domain",
  "Expected a domain somebody can own, such as example.com or mail.example.com": "kit.server.domainName",
  "Must be in the future": "kit.server.future",
  "A test email goes to members of the project alone; invite this address, or send to one of theirs":
    "kit.server.membersOnly",
  "String must contain at least {count} character(s)": "kit.server.short",
  "String must contain at most {count} character(s)": "kit.server.long",
};

const tables = [translator(SENTENCE_TO_KEY)];

/** Adds the sentences of another part, once its words are loaded. */
export function registerSentences(sentenceToKey: Record<string, Key>) {
  tables.push(translator(sentenceToKey));
}

/** The sentence in the language of the page; one that no table has stays as it is. */
export function translate(sentence: string): string {
  for (const table of tables) {
    const words = table(sentence);
    if (words !== sentence) return words;
  }
  return sentence;
}

/**
 * Translates sentences of the server; names in braces stand for any words, which are handed on as values. ServerWordsTest compares
 * every table with the server's sources: its keys have "server" as their first or second part.
 */
export function translator(sentenceToKey: Record<string, Key>): (sentence: string) => string {
  const templates = Object.entries(sentenceToKey).map(([sentence, key]) => ({ matches: pattern(sentence), key }));
  return (sentence) => {
    for (const { matches, key } of templates) {
      const found = matches.exec(sentence);
      if (found) return t(key, values(found.groups));
    }
    return sentence;
  };
}

function pattern(sentence: string): RegExp {
  const literal = sentence.replace(/[.*+?^$()[\]\\|]/g, "\\$&");
  return new RegExp(`^${literal.replace(/\{(\w+)\}/g, "(?<$1>.+)")}$`);
}

function values(groups: Record<string, string> = {}) {
  return Object.fromEntries(
    Object.entries(groups).map(([name, text]) => [name, /^\d+(\.\d+)?$/.test(text) ? Number(text) : wordOf(text)]),
  );
}

/** A status is named as everywhere, and a sentence within another one is translated, too. */
function wordOf(text: string): string {
  const status = `status.${text}`;
  return isKey(status) ? t(status) : text.includes(" ") ? translate(text) : text;
}
