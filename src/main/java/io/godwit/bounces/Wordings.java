package io.godwit.bounces;

import io.godwit.bounces.Verdict.Kind;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** What mail systems write when they refuse, by what it means. The first group with a match decides. */
final class Wordings {

    private record Group(Kind kind, Pattern words) {}

    /** Full, overrun or asleep: true of the mailbox today, whatever code stands beside it. */
    private static final Group FULL = group(
            Kind.SOFT,
            "mailbox (?:is |has )?full|inbox is full|over ?quota|exceed(?:ed|s)? (?:the |its |his |their )?(?:storage|quota|mailbox)",
            "quota (?:is )?exceeded|out of (?:storage|disk)|insufficient (?:system )?(?:storage|disk)|disk quota|mailbox size limit",
            "not enough (?:disk|storage) space|too quickly|at a rate that|receiving mail too|mailbox temporarily|user is over quota");

    private static final Group DEAD = group(
            Kind.HARD,
            "user (?:is )?unknown|unknown (?:user|recipient|local[ -]part|address|mailbox|account)|no such (?:user|recipient|mailbox|address|account|person)",
            "(?:user|recipient|mailbox|address|account|addressee)(?: <[^>]{1,300}>| \\S{1,200})? (?:was |is )?(?:not found|unknown|does ?n[o']t exist|no longer (?:exists|valid|available|in use|active))",
            "recipientnotfound|does not exist|does ?n[o']t have an? \\S{1,80} account|no mailbox (?:here|by that name|exists)",
            "(?:invalid|bad|nonexistent|non-existent) (?:recipient|mailbox|user|destination mailbox)|unrouteable address|not our customer",
            "(?:could|was)(?:n't| not)(?: be)? found(?! by dns)|isn't (?:our )?(?:a valid|valid)|mailbox (?:is )?unavailable|mailbox (?:is )?(?:inactive|disabled|closed)",
            "account (?:that you tried to reach )?(?:has been |is |was )?(?:disabled|closed|deleted|deactivated|discontinued|inactive|terminated)",
            "addressee unknown|this user doesn't|user doesn't|undeliverable address|hop count.*user|adresse d au moins|utilisateur inconnu|empf\u00e4nger unbekannt|unbekannter empf\u00e4nger",
            "address(?:at)? (?:is )?no longer|left the company|no longer (?:works|employed)|destinatario sconosciuto|usuario desconocido");

    private static final Group REFUSED = group(
            Kind.BLOCK,
            "spam|black ?-?list|block ?-?list|\\bblocked|\\brbl\\b|dnsbl|spamhaus|spamcop|barracuda|reputation|unsolicited|junk mail",
            "polic(?:y|ies)|dmarc|\\bspf\\b|\\bdkim\\b|unauthenticated|not authenticated|content (?:was )?(?:rejected|denied)|virus|malware|banned",
            "phish|suspicious|message (?:is )?too (?:large|big)|(?:message|size|max\\w*) (?:file )?(?:size|length)?(?: \\S{1,20})?exceeds|exceeds (?:the )?(?:max|size|fixed|administrative)",
            "access denied|relay(?:ing)? (?:access )?(?:denied|not permitted)|not (?:permitted|authorized|allowed) to|prohibited|reverse dns|\\bptr\\b|client host rejected",
            "sender (?:address )?(?:rejected|denied)|sender verify failed|administrative prohibition|complaints|refused by recipient|bulk mail");

    private static final Group PASSING = group(
            Kind.SOFT,
            "try (?:again|later)|temporar(?:y|ily)|timed? ?out|timeout|connection (?:refused|reset|lost|dropped)|host(?: or domain name)? (?:not|was not) found",
            "no route to host|network is unreachable|couldn't find any host|grey-?list|retry (?:time|timeout)|too many (?:connections|recipients|messages|errors|hops)",
            "resources|deferred|delivery temporarily suspended|not accepting|system (?:problem|error|not)|loop|unable to (?:deliver|connect|route|relay|resolve)",
            "domain (?:not|was not) found|dns (?:error|lookup|problem)|server (?:busy|error|not)|host unknown|bad configuration|no mx|lost connection|conversation with");

    private static final List<Group> ALL = List.of(FULL, DEAD, REFUSED, PASSING);

    private Wordings() {}

    private static Group group(Kind kind, String... words) {
        return new Group(kind, Pattern.compile(String.join("|", words)));
    }

    static Optional<Kind> kind(String line) {
        var text = cut(line);
        return ALL.stream()
                .filter(group -> group.words().matcher(text).find())
                .map(Group::kind)
                .findFirst();
    }

    static boolean isFull(String line) {
        return FULL.words().matcher(cut(line)).find();
    }

    static boolean isRefusal(String line) {
        return !DEAD.words().matcher(cut(line)).find()
                && REFUSED.words().matcher(cut(line)).find();
    }

    private static String cut(String line) {
        var text = line.length() > 1_000 ? line.substring(0, 1_000) : line;
        return text.replace('\u2019', '\'').toLowerCase(Locale.ROOT);
    }
}
