package io.godwit.domains;

import io.godwit.core.Timeouts;
import io.godwit.dns.DnsAnswer;
import io.godwit.dns.DnsQueries;
import io.godwit.dns.DnsResolver;
import io.godwit.dns.Mx;
import io.godwit.domains.RecordCheck.Status;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Looks up the records of a domain and compares each with the required one. Never fails: a record no server answers for is
 * unknown.
 */
final class RecordChecker {

    /** The timeout of a check; records not answered by then are unknown. */
    private static final Duration LIMIT = Duration.ofSeconds(9);

    private final DnsResolver dns;

    RecordChecker(DnsResolver dns) {
        this.dns = dns;
    }

    /**
     * Looks up all records at once; results in the order of the records.
     *
     * @param authoritative true: asks the zone's own name servers, past every cache
     */
    Future<List<RecordCheck>> inspect(List<DnsRecord> records, boolean authoritative) {
        return inspect(
                records,
                found -> authoritative
                        ? dns.zoneOf(records.get(0).host())
                                .compose(zone -> zone.map(owners -> checkAll(owners, records, found))
                                        .orElseGet(Future::succeededFuture))
                        : checkAll(dns, records, found));
    }

    /** Looks up one record after the other. */
    Future<List<RecordCheck>> inspectSlowly(List<DnsRecord> records) {
        return inspect(records, found -> checkInOrder(records, 0, found));
    }

    /** Collects the results as they are answered, until the timeout. */
    private static Future<List<RecordCheck>> inspect(
            List<DnsRecord> records, Function<AtomicReferenceArray<RecordCheck>, Future<Void>> looking) {
        var found = new AtomicReferenceArray<RecordCheck>(
                records.stream().map(RecordCheck::unknown).toArray(RecordCheck[]::new));
        return Timeouts.within(LIMIT, looking.apply(found))
                .otherwiseEmpty()
                .map(ignored ->
                        IntStream.range(0, records.size()).mapToObj(found::get).toList());
    }

    /**
     * Looks up the first record alone. If DNS does not answer, the remaining look-ups are skipped, because they would wait
     * in vain too.
     */
    private Future<Void> checkAll(
            DnsQueries queries, List<DnsRecord> records, AtomicReferenceArray<RecordCheck> found) {
        return check(queries, records, 0, found)
                .compose(first -> first.status() == Status.UNKNOWN
                        ? Future.succeededFuture()
                        : Future.all(IntStream.range(1, records.size())
                                        .mapToObj(at -> check(queries, records, at, found))
                                        .toList())
                                .mapEmpty());
    }

    private Future<Void> checkInOrder(List<DnsRecord> records, int at, AtomicReferenceArray<RecordCheck> found) {
        return check(dns, records, at, found)
                .compose(check -> at + 1 == records.size() || (at == 0 && check.status() == Status.UNKNOWN)
                        ? Future.succeededFuture()
                        : checkInOrder(records, at + 1, found));
    }

    private Future<RecordCheck> check(
            DnsQueries queries, List<DnsRecord> records, int at, AtomicReferenceArray<RecordCheck> found) {
        return check(queries, records.get(at)).onSuccess(check -> found.set(at, check));
    }

    private Future<RecordCheck> check(DnsQueries queries, DnsRecord record) {
        dns.evict(record.host());
        return switch (record.purpose()) {
            case DKIM -> queries.txt(record.host()).map(found -> key(record, found));
            case SPF -> queries.txt(record.host()).map(found -> spf(record, found));
            case DMARC -> queries.txt(record.host()).compose(found -> dmarc(record, found));
            case RETURN_PATH, TRACKING ->
                record.type() == DnsRecord.Type.MX
                        ? queries.mx(record.host()).map(found -> mx(record, found))
                        : queries.cname(record.host()).map(found -> alias(record, found));
        };
    }

    private static RecordCheck key(DnsRecord record, DnsAnswer<String> found) {
        if (!found.isFound()) {
            return absent(record, found);
        }
        var wanted = PublicKeyRecord.read(record.value()).orElseThrow();
        var keys = found.records().stream()
                .filter(text -> PublicKeyRecord.read(text).isPresent())
                .toList();
        if (keys.isEmpty()) {
            return RecordCheck.invalid(record, found.records().get(0), "The text there is no DKIM key");
        }
        var right =
                keys.stream().filter(text -> problem(text, wanted).isEmpty()).findFirst();
        if (right.isEmpty()) {
            return RecordCheck.invalid(
                    record, keys.get(0), problem(keys.get(0), wanted).orElse(""));
        }
        return keys.size() == 1
                ? RecordCheck.valid(record, right.get())
                : RecordCheck.valid(
                        record,
                        right.get(),
                        "There are " + keys.size()
                                + " keys at this name; remove the others, receivers may take any of them");
    }

    private static Optional<String> problem(String text, PublicKeyRecord wanted) {
        return PublicKeyRecord.read(text).flatMap(key -> key.problem(wanted.type(), wanted.key()));
    }

    private static RecordCheck spf(DnsRecord record, DnsAnswer<String> found) {
        var policies = starting(found, "v=spf1");
        if (policies.isEmpty()) {
            return absent(record, found);
        } else if (policies.size() > 1) {
            return RecordCheck.invalid(
                    record, policies.get(1), "There are " + policies.size() + " SPF records; there must be one");
        }
        var mechanism =
                record.value().substring("v=spf1 ".length(), record.value().lastIndexOf(' '));
        var words = List.of(policies.get(0).toLowerCase(Locale.ROOT).split("\\s+", -1));
        return words.contains(mechanism.toLowerCase(Locale.ROOT))
                ? RecordCheck.valid(record, policies.get(0))
                : RecordCheck.invalid(record, policies.get(0), "“" + mechanism + "” is missing in it");
    }

    /** Evaluates the DMARC record; a policy at the registered domain applies to all names below it (RFC 7489 §6.6.3). */
    private Future<RecordCheck> dmarc(DnsRecord record, DnsAnswer<String> found) {
        var owner = "_dmarc." + DomainNameParser.registered(record.host().substring("_dmarc.".length()));
        return !found.isAbsent() || owner.equals(record.host())
                ? Future.succeededFuture(policy(record, found))
                : dns.txt(owner).map(above -> policy(record, above));
    }

    private static RecordCheck policy(DnsRecord record, DnsAnswer<String> found) {
        var policies = starting(found, "v=DMARC1");
        if (policies.isEmpty()) {
            return absent(record, found);
        }
        return policies.size() == 1
                ? RecordCheck.valid(record, policies.get(0))
                : RecordCheck.invalid(
                        record, policies.get(1), "There are " + policies.size() + " DMARC records; there must be one");
    }

    private static List<String> starting(DnsAnswer<String> found, String version) {
        return found.records().stream()
                .filter(text -> text.strip().toLowerCase(Locale.ROOT).startsWith(version.toLowerCase(Locale.ROOT)))
                .toList();
    }

    private static RecordCheck mx(DnsRecord record, DnsAnswer<Mx> found) {
        if (!found.isFound()) {
            return absent(record, found);
        }
        var shown = found.records().stream()
                .map(mx -> mx.preference() + " " + mx.host())
                .reduce((one, other) -> one + ", " + other)
                .orElse("");
        var others = found.records().stream()
                .filter(mx -> !mx.host().equalsIgnoreCase(record.value()))
                .count();
        if (others == 0) {
            return RecordCheck.valid(record, shown);
        }
        return others == found.records().size()
                ? RecordCheck.invalid(record, shown, "Mail for this name goes elsewhere")
                : RecordCheck.invalid(record, shown, "Only " + record.value() + " may take mail for this name");
    }

    private static RecordCheck alias(DnsRecord record, DnsAnswer<String> found) {
        if (!found.isFound()) {
            return absent(record, found);
        }
        var target = found.records().get(0);
        return target.equalsIgnoreCase(record.value())
                ? RecordCheck.valid(record, target)
                : RecordCheck.invalid(record, target, "It leads elsewhere");
    }

    private static RecordCheck absent(DnsRecord record, DnsAnswer<?> found) {
        return found.isUnknown() ? RecordCheck.unknown(record) : RecordCheck.missing(record);
    }
}
