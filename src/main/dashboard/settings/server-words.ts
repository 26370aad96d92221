import { translator } from "../kit/server-words.ts";

/** Sentences of the server about rates and numbers that are near their limits. */
export const inOurWords = translator({
  "{count} bounces in 24 hours are many for a project in its first 30 days (too many from {warning}, suspended from {critical})":
    "settings.sec.dayBounces",
  "{count} bounces in 7 days are many for a project in its first 30 days (too many from {warning}, suspended from {critical})":
    "settings.sec.weekBounces",
  "{count} complaints in 24 hours are many for a project in its first 30 days (too many from {warning}, suspended from {critical})":
    "settings.sec.dayComplaints",
  "{count} complaints in 7 days are many for a project in its first 30 days (too many from {warning}, suspended from {critical})":
    "settings.sec.weekComplaints",
  "the bounce rate of 7 days is {rate} % (too high from {warning} %, suspended from {critical} %)":
    "settings.sec.weekBounceRate",
  "the bounce rate of all times is {rate} % (too high from {warning} %, suspended from {critical} %)":
    "settings.sec.bounceRate",
  "the complaint rate of 7 days is {rate} % (too high from {warning} %, suspended from {critical} %)":
    "settings.sec.weekComplaintRate",
  "the complaint rate of all times is {rate} % (too high from {warning} %, suspended from {critical} %)":
    "settings.sec.complaintRate",
});
