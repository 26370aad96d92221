package io.godwit.web;

import io.godwit.core.LoopbackAddress;
import io.netty.util.NetUtil;
import java.net.URI;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Tells whether a request comes from this machine. A forwarded request does not, so that an undeclared local proxy does not make
 * every client local; nor does the request of a local browser under a foreign host name (DNS rebinding).
 */
public final class LoopbackCheck {

    /** Headers by which a proxy, a balancer or a content network is known; most name its client. */
    static final Set<String> FORWARDED = Set.of(
            "forwarded",
            "via",
            "cdn-loop",
            "do-connecting-ip",
            "x-real-ip",
            "x-client-ip",
            "x-cluster-client-ip",
            "cf-connecting-ip",
            "true-client-ip",
            "fastly-client-ip",
            "fly-client-ip",
            "x-amzn-trace-id",
            "x-arr-log-id",
            "x-azure-clientip",
            "x-azure-socketip",
            "x-envoy-external-address",
            "x-original-forwarded-for",
            "x-original-host",
            "x-forwarded",
            "x-forwarded-by",
            "x-forwarded-client-cert",
            "x-forwarded-for",
            "x-forwarded-host",
            "x-forwarded-port",
            "x-forwarded-prefix",
            "x-forwarded-proto",
            "x-forwarded-protocol",
            "x-forwarded-scheme",
            "x-forwarded-server",
            "x-forwarded-ssl",
            "x-nf-client-connection-ip",
            "x-varnish",
            "x-vercel-forwarded-for");

    /** Names by which a program on this machine reaches it. */
    private static final Pattern LOCAL_NAME = Pattern.compile(
            "(localhost|[a-z0-9-]+\\.localhost|127(\\.\\d{1,3}){3}|\\[::1])(:\\d+)?", Pattern.CASE_INSENSITIVE);

    private static final Pattern PORT = Pattern.compile(":\\d+$");

    private LoopbackCheck() {}

    /** True when the request comes from this machine, under a name of this machine, and was not forwarded. */
    public static boolean isLocal(ApiRequest call) {
        return LoopbackAddress.isLoopback(call.clientAddress())
                && !call.isHttp10()
                && FORWARDED.stream().allMatch(name -> call.header(name).isEmpty())
                && LOCAL_NAME.matcher(host(call)).matches();
    }

    /**
     * True when the request's host cannot be pointed here by a stranger: a name of this machine, the host of the public URL, or
     * an IP address.
     */
    public static boolean isPublicHost(ApiRequest call, String publicUrl) {
        var host = host(call);
        var name = PORT.matcher(host).replaceFirst("").toLowerCase(Locale.ROOT);
        return LOCAL_NAME.matcher(host).matches()
                || NetUtil.createByteArrayFromIpAddressString(name) != null
                || name.equals(URI.create(publicUrl).getHost());
    }

    /** HTTP/2 has its own word for it, which arrives as the header, too. */
    private static String host(ApiRequest call) {
        return call.header("host").orElse("localhost");
    }
}
