package io.godwit.delivery.shaping;

import java.util.Collection;
import java.util.List;

/**
 * A provider of the rules file: mail servers behind many domains.
 *
 * @param name lower case letters, digits and hyphens
 * @param mxSuffixes ends of the names of its MX hosts, {@code .google.com}; a suffix without the dot in front names one host
 * @param domains the destinations it serves, for a provider whose MX hosts have no common end
 * @param together whether all its sites share one rate and one number of connections; otherwise each site has its own
 */
public record ProviderRule(
        String name, List<String> mxSuffixes, List<String> domains, boolean together, SiteLimits limits) {

    public ProviderRule {
        mxSuffixes = List.copyOf(mxSuffixes);
        domains = List.copyOf(domains);
        if (!name.matches("[a-z0-9-]{1,40}")) {
            throw new IllegalArgumentException(
                    "the name \"" + name + "\" must be lower case letters, digits and hyphens");
        }
        if (mxSuffixes.isEmpty() && domains.isEmpty()) {
            throw new IllegalArgumentException(name + " needs mx or domains");
        }
    }

    /**
     * Returns whether the provider serves the destination: by name, or because every MX host is one of its own. A destination
     * that mixes providers belongs to none.
     */
    boolean serves(String domain, Collection<String> mxHosts) {
        return domains.contains(domain)
                || (!mxHosts.isEmpty() && mxHosts.stream().allMatch(this::isHost));
    }

    private boolean isHost(String host) {
        return mxSuffixes.stream()
                .anyMatch(suffix -> suffix.startsWith(".") ? host.endsWith(suffix) : host.equals(suffix));
    }
}
