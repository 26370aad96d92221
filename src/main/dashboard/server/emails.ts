import type { Key } from "../base/words.ts";

/** Sentences of the server about emails, mail systems and rates. */
export const EMAIL_SENTENCES: Record<string, Key> = {
  "{problem} (line {line}, column {column})": "server.place",
  "The email has {size} KB; Gmail shows {most} KB and hides the rest": "server.largeEmail",
  "The email shows nothing": "server.emptyEmail",
  "Images without alt text, which is read aloud and shown where images are blocked: {count}": "server.noAlt",
  "Links that lead nowhere ({count}): {links}": "server.deadLinks",
  "All {count} connections to {site} are in use.": "server.connections",
  "The rate of {count} emails an hour to {site} is used up.": "server.rate",
  "An operator paused it.": "server.paused",
  "{pause} One email tests since {time} whether that has ended.": "server.probe",
  "{pause} Nothing is sent before {time}.": "server.until",
  "{pause} One connection tests whether that has ended.": "server.probing",
  "No server of {site} could be reached: {cause}.": "server.unreachable",
  "{site} refuses connections. {reply}": "server.refuses",
  "{count} bounces in 24 hours are many for a project in its first 30 days (too many from {warning}, suspended from {critical})":
    "server.dayBounces",
  "{count} bounces in 7 days are many for a project in its first 30 days (too many from {warning}, suspended from {critical})":
    "server.weekBounces",
  "{count} complaints in 24 hours are many for a project in its first 30 days (too many from {warning}, suspended from {critical})":
    "server.dayComplaints",
  "{count} complaints in 7 days are many for a project in its first 30 days (too many from {warning}, suspended from {critical})":
    "server.weekComplaints",
  "the bounce rate of 7 days is {rate} % (too high from {warning} %, suspended from {critical} %)":
    "server.weekBounceRate",
  "the bounce rate of all times is {rate} % (too high from {warning} %, suspended from {critical} %)":
    "server.bounceRate",
  "the complaint rate of 7 days is {rate} % (too high from {warning} %, suspended from {critical} %)":
    "server.weekComplaintRate",
  "the complaint rate of all times is {rate} % (too high from {warning} %, suspended from {critical} %)":
    "server.complaintRate",
};
