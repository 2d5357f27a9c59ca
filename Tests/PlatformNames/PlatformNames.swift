// The names of SwiftUI that a browser's front end uses most, in a module of their own as in
// SwiftUI. A name that two imported modules declare is ambiguous, so `NamesTests` does not compile
// if `Retrace` declares one of these names.

public struct Action { public init() {} }
public struct Event { public init() {} }
public struct Label { public init() {} }
public struct Library { public init() {} }
public struct Link { public init() {} }
public struct Mark { public init() {} }
public struct Page { public init() {} }
public struct Policy { public init() {} }
public protocol Scene {}
public struct Settings: Scene { public init() {} }
public protocol Subject {}
public struct Tab { public init() {} }
public struct Text { public init() {} }
public struct Timeline { public init() {} }
public protocol Transition {}
public struct Window: Scene { public init() {} }
public struct WindowGroup: Scene { public init() {} }
