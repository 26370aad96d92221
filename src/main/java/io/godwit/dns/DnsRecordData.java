package io.godwit.dns;

import java.net.InetAddress;
import java.util.Optional;

/**
 * The content of one record in the form its type needs.
 *
 * @param number the preference of an MX record, else 0
 * @param text the host name of MX, NS and CNAME, the joined strings of TXT, the owner of SOA, the hex digits of TLSA
 * @param address the address of A and AAAA
 */
record DnsRecordData(int number, String text, Optional<InetAddress> address) {

    static DnsRecordData text(String text) {
        return new DnsRecordData(0, text, Optional.empty());
    }

    static DnsRecordData host(int preference, String name) {
        return new DnsRecordData(preference, name, Optional.empty());
    }

    static DnsRecordData address(InetAddress address) {
        return new DnsRecordData(0, "", Optional.of(address));
    }
}
