package rebound.server;

import java.io.Serial;
import java.text.MessageFormat;
import java.util.Map;
import org.jboss.logging.Logger;
import org.jboss.logging.LoggerProvider;

/// Undertow's and XNIO's log: warnings and worse go to standard error. Found by the service loader;
/// saves setting up a logging framework for a handful of lines.
public final class StderrLogging implements LoggerProvider {
  private static volatile boolean silent;

  /// Nothing is logged any more: the process ends.
  static void fallSilent() {
    silent = true;
  }

  /// For the service loader.
  public StderrLogging() {}

  @Override
  public Logger getLogger(String name) {
    return new StderrLogger(name);
  }

  @Override
  public void clearMdc() {}

  @Override
  public Object putMdc(String key, Object value) {
    return null;
  }

  @Override
  public Object getMdc(String key) {
    return null;
  }

  @Override
  public void removeMdc(String key) {}

  @Override
  public Map<String, Object> getMdcMap() {
    return Map.of();
  }

  @Override
  public void clearNdc() {}

  @Override
  public String getNdc() {
    return null;
  }

  @Override
  public int getNdcDepth() {
    return 0;
  }

  @Override
  public String popNdc() {
    return null;
  }

  @Override
  public String peekNdc() {
    return null;
  }

  @Override
  public void pushNdc(String message) {}

  @Override
  public void setNdcMaxDepth(int maxDepth) {}

  private static final class StderrLogger extends Logger {
    @Serial private static final long serialVersionUID = 1L;

    StderrLogger(String name) {
      super(name);
    }

    @Override
    public boolean isEnabled(Level level) {
      return !silent && (level == Level.WARN || level == Level.ERROR || level == Level.FATAL);
    }

    @Override
    protected void doLog(
        Level level, String caller, Object message, Object[] parameters, Throwable thrown) {
      if (isEnabled(level)) {
        String text = String.valueOf(message);
        print(level, parameters == null ? text : MessageFormat.format(text, parameters), thrown);
      }
    }

    @Override
    protected void doLogf(
        Level level, String caller, String format, Object[] parameters, Throwable thrown) {
      if (isEnabled(level)) {
        print(level, parameters == null ? format : String.format(format, parameters), thrown);
      }
    }

    private void print(Level level, String text, Throwable thrown) {
      System.err.println(
          "server: "
              + level
              + " "
              + getName()
              + ": "
              + text
              + (thrown == null ? "" : ": " + thrown));
    }
  }
}
