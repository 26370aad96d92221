package io.godwit.delivery.shaping;

import io.godwit.bounces.ClassifiedRefusal;
import io.godwit.core.SettingsReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The rules of traffic shaping: limits of known providers, limits of all other sites, and rules on replies.
 *
 * @param providers the first that serves a destination counts
 * @param replies the first that matches a reply counts
 */
public record ShapingRules(SiteLimits defaults, List<ProviderRule> providers, List<ReplyRule> replies) {

    private static final String FILE = "/delivery/shaping.yaml";

    private static final String SETTING = "mail.shaping.rules";

    public ShapingRules {
        providers = List.copyOf(providers);
        replies = List.copyOf(replies);
    }

    /** Returns the rules of the jar. */
    public static ShapingRules standard() {
        try (InputStream file = Objects.requireNonNull(ShapingRules.class.getResourceAsStream(FILE))) {
            return ShapingRulesReader.read(new String(file.readAllBytes(), StandardCharsets.UTF_8), Optional.empty());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Reads the rules of the jar, and over them the file the settings name. Blocks while it reads the file. */
    public static ShapingRules read(SettingsReader reader) {
        var rules = standard();
        if (reader.optional("mail.shaping.rules").isEmpty()) {
            return rules;
        }
        try {
            return rules.with(Files.readString(reader.path("mail.shaping.rules")));
        } catch (IOException | IllegalArgumentException wrong) {
            reader.mistake(SETTING, "a file with rules of traffic shaping (" + wrong.getMessage() + ")");
            return rules;
        }
    }

    /**
     * Returns these rules with those of an operator's file in front: a provider of the same name is replaced, the default
     * limits the file names are replaced, all else is added. Fails with an {@link IllegalArgumentException} that names every
     * mistake.
     */
    public ShapingRules with(String yaml) {
        var own = ShapingRulesReader.read(yaml, Optional.of(defaults));
        var names = own.providers.stream().map(ProviderRule::name).toList();
        var others = providers.stream().filter(provider -> !names.contains(provider.name()));
        return new ShapingRules(
                own.defaults,
                Stream.concat(own.providers.stream(), others).toList(),
                Stream.concat(own.replies.stream(), replies.stream()).toList());
    }

    /**
     * Returns the site of a destination.
     *
     * @param domain the destination, as A-labels
     * @param mxHosts all its MX hosts, in any order; empty for a destination that is its own host
     */
    public ShapedSite siteOf(String domain, Collection<String> mxHosts) {
        var destination = plain(domain);
        var hosts = new ArrayList<>(
                mxHosts.stream().map(ShapingRules::plain).distinct().sorted().toList());
        var set = hosts.isEmpty() ? destination : String.join(",", hosts);
        return providers.stream()
                .filter(provider -> provider.serves(destination, hosts))
                .findFirst()
                .map(provider -> new ShapedSite(
                        bounded(provider.together() ? provider.name() : provider.name() + ":" + set),
                        Optional.of(provider.name()),
                        provider.limits()))
                .orElseGet(() -> new ShapedSite(bounded(set), Optional.empty(), defaults));
    }

    /** Returns the site of this name, as {@link #siteOf} returns it for the destinations of the site. */
    public ShapedSite siteNamed(String name) {
        return providers.stream()
                .filter(provider ->
                        provider.together() ? name.equals(provider.name()) : name.startsWith(provider.name() + ":"))
                .findFirst()
                .map(provider -> new ShapedSite(name, Optional.of(provider.name()), provider.limits()))
                .orElseGet(() -> new ShapedSite(name, Optional.empty(), defaults));
    }

    private static String plain(String host) {
        var name = host.strip().toLowerCase(Locale.ROOT);
        return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    }

    /** Shortens the name of a long set; its end tells it from other sets with the same beginning. */
    private static String bounded(String name) {
        return name.length() <= ShapedSite.MAX_NAME
                ? name
                : name.substring(0, ShapedSite.MAX_NAME - 9) + "~" + String.format("%08x", name.hashCode());
    }

    /** Returns the first rule that matches the refusal. */
    Optional<ReplyRule> ruleOf(ClassifiedRefusal refusal, Optional<String> provider) {
        return replies.stream().filter(rule -> rule.matches(provider, refusal)).findFirst();
    }
}
