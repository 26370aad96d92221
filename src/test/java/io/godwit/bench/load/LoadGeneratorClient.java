package io.godwit.bench.load;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;

/** The load generator as the benchmarks see it. */
public final class LoadGeneratorClient implements AutoCloseable {

    private final ObjectMapper json = new ObjectMapper();
    private final ChildJvm process;

    public LoadGeneratorClient() throws IOException {
        this.process = ChildJvm.start(LoadGenerator.class);
    }

    public LoadResult run(LoadPlan run) throws IOException {
        return json.readValue(process.ask(json.writeValueAsString(run)), LoadResult.class);
    }

    @Override
    public void close() {
        process.close();
    }
}
