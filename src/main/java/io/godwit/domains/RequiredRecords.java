package io.godwit.domains;

import io.godwit.domains.DnsRecord.Purpose;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Builds the DNS records that a domain's owner is asked to publish. */
final class RequiredRecords {

    private static final int MX_PRIORITY = 10;

    private final DomainSettings.RecordTargets targets;
    private final boolean ed25519;

    /** @param ed25519 true: the record of the Ed25519 key is asked for */
    RequiredRecords(DomainSettings.RecordTargets targets, boolean ed25519) {
        this.targets = targets;
        this.ed25519 = ed25519;
    }

    /** The records of a domain; first the one that proves it. */
    List<DnsRecord> required(Domain domain) {
        var records = new ArrayList<DnsRecord>();
        records.add(key(domain, domain.key(), true, "Signs your mail (DKIM), and proves that the domain is yours"));
        domain.next().ifPresent(next -> records.add(next(domain, next)));
        domain.old()
                .ifPresent(retired -> records.add(key(
                        domain,
                        retired.key(),
                        false,
                        "Signed until the key was replaced; keep it until " + retired.until()
                                + " for mail that is under way")));
        domain.ed25519()
                .filter(ignored -> ed25519)
                .ifPresent(key -> records.add(key(
                        domain,
                        key,
                        "ed25519",
                        false,
                        "A second, short key: mail is signed with it too, as soon as this record is found")));
        returnPath(domain, records);
        records.add(dmarc(domain));
        targets.links()
                .ifPresent(host -> records.add(alias(
                        targets.linksLabel() + "." + domain.name(),
                        host,
                        Purpose.TRACKING,
                        "Lets tracked links carry your own name")));
        return records;
    }

    /** Sentences about records left out because this installation has no public name, with the settings that add them. */
    List<String> notices() {
        var notices = new ArrayList<String>();
        if (targets.bounceAlias().isEmpty() && targets.mx().isEmpty()) {
            notices.add("The record that leads bounces back is left out, because this installation has no public name."
                    + " Set public.url (GODWIT_PUBLIC_URL) or domains.mx (GODWIT_DOMAINS_MX).");
        }
        if (targets.bounceAlias().isEmpty() && targets.spf().isEmpty()) {
            notices.add("The record for SPF is left out, because this installation has no public name."
                    + " Set public.url (GODWIT_PUBLIC_URL) or domains.spf (GODWIT_DOMAINS_SPF).");
        }
        if (targets.links().isEmpty()) {
            notices.add("The record for tracked links is left out, because this installation has no public name."
                    + " Set public.url (GODWIT_PUBLIC_URL).");
        }
        return notices;
    }

    DnsRecord next(Domain domain, Domain.Key next) {
        return key(domain, next, false, "The next key: mail is signed with it as soon as this record is found");
    }

    private static DnsRecord key(Domain domain, Domain.Key key, boolean required, String description) {
        return key(domain, key, "rsa", required, description);
    }

    private static DnsRecord key(Domain domain, Domain.Key key, String type, boolean required, String description) {
        return new DnsRecord(
                DnsRecord.Type.TXT,
                key.selector() + "._domainkey." + domain.name(),
                "v=DKIM1; k=" + type + "; p=" + key.base64(),
                Optional.empty(),
                Purpose.DKIM,
                required,
                description);
    }

    private void returnPath(Domain domain, List<DnsRecord> records) {
        var host = targets.bounceLabel() + "." + domain.name();
        if (targets.bounceAlias().isPresent()) {
            records.add(alias(
                    host,
                    targets.bounceAlias().get(),
                    Purpose.RETURN_PATH,
                    "Leads what cannot be delivered back to us, and lets SPF pass for your domain"));
            return;
        }
        targets.mx()
                .ifPresent(mx -> records.add(new DnsRecord(
                        DnsRecord.Type.MX,
                        host,
                        mx,
                        Optional.of(MX_PRIORITY),
                        Purpose.RETURN_PATH,
                        false,
                        "Leads what cannot be delivered back to us")));
        targets.spf()
                .ifPresent(spf -> records.add(new DnsRecord(
                        DnsRecord.Type.TXT,
                        host,
                        "v=spf1 " + spf + " ~all",
                        Optional.empty(),
                        Purpose.SPF,
                        false,
                        "Lets SPF pass for your domain")));
    }

    private static DnsRecord dmarc(Domain domain) {
        return new DnsRecord(
                DnsRecord.Type.TXT,
                "_dmarc." + domain.name(),
                "v=DMARC1; p=none;",
                Optional.empty(),
                Purpose.DMARC,
                false,
                "Tells receivers what to do with mail that is not yours (DMARC); begin with p=none, large providers ask for it");
    }

    private static DnsRecord alias(String host, String target, Purpose purpose, String description) {
        return new DnsRecord(DnsRecord.Type.CNAME, host, target, Optional.empty(), purpose, false, description);
    }
}
