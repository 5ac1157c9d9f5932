package org.xnio;

import javax.management.MBeanServer;

/// Stands in the place of the class in which XNIO keeps the platform's MBean server. To make that
/// one, and a dynamic proxy for each bean of a worker and of a socket, takes half of a start, and
/// nobody here asks for them: the server's figures are at `/metrics`.
///
/// XNIO expects that registering may fail, and goes on without. The class path has this jar before
/// XNIO's. `ArchitectureTest` fails where XNIO's own class is taken.
final class Xnio$MBeanHolder {
  private Xnio$MBeanHolder() {}

  /// What XNIO asks it for.
  ///
  /// @return null: there is none
  static MBeanServer access$000() {
    return null;
  }
}
