import { type Key, t } from "../base/words.ts";

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
};

/** Those with a number, which is handed on as count. */
const PATTERN_TO_KEY: [RegExp, Key][] = [
  [/^String must contain at least (\d+) character\(s\)$/, "kit.server.short"],
  [/^String must contain at most (\d+) character\(s\)$/, "kit.server.long"],
];

/** The sentence in the language of the page; one that no catalogue has stays as it is. */
export function inOurWords(sentence: string): string {
  const key = SENTENCE_TO_KEY[sentence];
  if (key) return t(key);
  const found = PATTERN_TO_KEY.map(([pattern, key]) => ({ key, count: pattern.exec(sentence)?.[1] }))
    .find(({ count }) => count !== undefined);
  return found ? t(found.key, { count: Number(found.count) }) : sentence;
}
