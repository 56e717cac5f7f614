"""How a circuit becomes native code, in the order things happen.

=====================  ============================================================================
:mod:`.tables`         truth tables of three inputs, the only kind of gate
:mod:`.network`        gates over gates, folded and shared while they are added
:mod:`.embedding`      a circuit inside a network, with some facts known
:mod:`.phases`         facts that change like clockwork, such as whose turn it is
:mod:`.outcomes`       what each role gets
:mod:`.choice`         one legal move for every lane, uniform and independent
:mod:`.stepping`       one random step: look, draw, move
:mod:`.frames`         looking at states and making given moves
:mod:`.fusion`         small gates made into larger ones
:mod:`.order`          in which order gates run, and in which functions
:mod:`.schedule`       where values live
:mod:`.emission`       all that as LLVM text
:mod:`.playouts`       the kernel for random matches (with ``playout.ll``)
:mod:`.stepwise`       the kernel for batches that step by given moves (with ``stepwise.ll``)
:mod:`.single`         the kernel for one state (with ``single.ll``)
:mod:`.machine`        text to code, kept on disk
=====================  ============================================================================

The faces of all this are :mod:`..sliced`, :mod:`..scalar`, :mod:`..batch`.
"""
